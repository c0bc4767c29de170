import { assembleDecision, type FilterDecision } from '#lib/workspace/sandbox/bpf-program.ts';
import { allow, refuseWith } from '#lib/workspace/sandbox/seccomp-answers.ts';
import { refusedCalls } from '#lib/workspace/sandbox/system-calls.ts';

/** A profile as container engines read it, of which only this form is used here. */
export interface SeccompProfile {
  defaultAction: 'SCMP_ACT_ALLOW';
  syscalls: [{ names: string[]; action: 'SCMP_ACT_ERRNO'; errnoRet: number }];
}

/** What an engine makes of a profile, as `bwrap --seccomp` takes it, for the processor of this machine. */
export function compileSeccompProfile({ syscalls: [{ names, errnoRet }] }: SeccompProfile): Uint8Array {
  const column = process.arch === 'arm64' ? 1 : 0;
  let decision: FilterDecision = allow;
  for (const name of names) {
    const numbers = refusedCalls.get(name);
    if (numbers === undefined) throw new Error(`${name} is no call that is known here`);
    const operand = numbers[column];
    if (operand === null) continue;
    decision = { word: { offset: 0 }, is: 'equal', operand, yes: refuseWith(errnoRet), no: decision };
  }
  return assembleDecision(decision);
}
