import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import { isProgram, recogniseBuild } from './recognise-build.ts';

const ended = /^(?:BUILD (?:SUCCESSFUL|FAILED)|\d+ actionable tasks?:)/;
const maxTasks = 200;

/** Gradle: the task that failed and why. Compiler and test output has its own summarizers. */
export const gradle: Summarizer = {
  kind: 'gradle',
  covers: 'part',
  recognise: recogniseBuild({
    names: isProgram('gradle', 'gradlew', 'gradlew.bat'),
    marks: [
      mark(
        /^(?:> Task :\S+ FAILED|FAILURE: Build failed with an exception\.|BUILD (?:SUCCESSFUL|FAILED) in \d|\* What went wrong:)/m,
        '> Task :',
        'FAILURE: Build failed',
        'BUILD SUCCESSFUL in ',
        'BUILD FAILED in ',
        '* What went wrong:',
      ),
    ],
  }),
  read() {
    const causes = createNotes();
    const messages: string[] = [];
    const failed = new Set<string>();
    let isCause = false;
    let onlyPoints = true;
    return {
      line(text, number) {
        if (isCause) {
          isCause = text !== '' && !text.startsWith('* ');
          if (!isCause) return;
          causes.add(text, number);
          onlyPoints &&=
            /^Execution failed for task|see the (?:compiler error output|report at)|^There were failing tests|Compilation error|compilerRunner/.test(
              text,
            );
        } else if (text.startsWith('* What went wrong:')) isCause = true;
        else if (text.endsWith(' FAILED')) {
          const task = /^(?:> Task )?(:\S+) FAILED$/.exec(text)?.[1];
          if (task !== undefined && failed.size < maxTasks) failed.add(task);
        } else if (ended.test(text) && messages.length < 5) messages.push(text);
      },
      finish() {
        const [first] = failed;
        const verdict = [
          first === undefined ? null : `failed: ${first}`,
          failed.size > 1 ? `${failed.size} failed tasks in all` : null,
          ...messages,
        ].filter((part) => part !== null);
        if (verdict.length === 0 && causes.total === 0) return null;
        return {
          kind: 'gradle',
          verdict,
          sections: [
            causes.section({
              heading: null,
              noun: null,
              rank: onlyPoints ? ranks.context : ranks.cause,
              needed: 5,
            }),
          ],
          explainsFailure: causes.total > 0 && !onlyPoints,
        };
      },
    };
  },
};
