import { screens } from '#contract/outlines.ts'
import type { Screen } from '#contract/screen.ts'

/**
 * A screen by its name, for whoever needs its address or codes and not its domain's code.
 * Errors: throws for a name that no screen has, which is a mistake in the program.
 */
export function knownScreen(name: string): Screen {
  const found = screens.find((screen) => screen.name === name)
  if (!found) throw new Error(`no screen '${name}'`)
  return found
}
/** The code of a button, of the first of them where there are several. Errors: throws for an unknown one. */
export function buttonCode(screen: string, action: string): string {
  const [code] = [knownScreen(screen).buttons[action] ?? []].flat()
  if (code === undefined) throw new Error(`${screen} has no button '${action}'`)
  return code
}
