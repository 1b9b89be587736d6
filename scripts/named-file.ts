import { resolve } from 'node:path'

/**
 * The file that a program was given, from where its name was typed: npm runs in the project's
 * folder. Without one, or with `--help` in its place, what to say is said.
 *
 * @throws with `usage`
 */
export function namedFile(usage: string): string {
  const [, , name] = process.argv
  if (!name || name.startsWith('-')) throw new Error(usage)
  return resolve(process.env.INIT_CWD ?? '.', name)
}
