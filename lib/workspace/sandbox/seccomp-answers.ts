/** Return values of a seccomp filter (`linux/seccomp.h`). */
export const allow = 0x7fff_0000;
export const kill = 0x8000_0000;
export const refuseWith = (errno: number): number => 0x0005_0000 | errno;
/** The call does nothing and reports success. */
export const succeedAtOnce = refuseWith(0);
