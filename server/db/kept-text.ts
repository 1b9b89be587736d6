/**
 * What other software said, as PostgreSQL takes it: at most so many letters, none of them NUL or
 * half of one.
 */
export const keptText = (said: string, most: number): string =>
  said.slice(0, most).replaceAll('\u0000', '\u2400').toWellFormed()
