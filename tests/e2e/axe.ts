import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What the console promises; without these every rule counts, those of good practice too. */
export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] as const

export interface Finding {
  rule: string
  impact: string
  /** Where, and what is wrong there. */
  places: string[]
}
/**
 * What axe finds on a page, or in what `within` selects. It is given to each page once: axe's own
 * builder gives it twice and takes half of the time for that.
 */
export async function findings(
  page: Page,
  within: string | null = null,
  tags: readonly string[] | null = null,
): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ({ place, only }) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      const { violations } = await axe.run(place === null ? document : { include: [[place]] }, {
        resultTypes: ['violations'],
        // No sheet is fetched again.
        preload: false,
        ...(only && { runOnly: [...only] }),
      })
      return violations.map(({ id, impact, nodes }) => ({
        rule: id,
        impact: impact ?? '',
        places: nodes
          .slice(0, 3)
          .map(
            ({ target, html, failureSummary }) =>
              `${target.join(' ')} ${html.slice(0, 120)} ${failureSummary?.split('\n')[1] ?? ''}`,
          ),
      }))
    },
    { place: within, only: tags },
  )
}
