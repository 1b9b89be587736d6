import { expect, type Page } from 'playwright/test'

/** So far right of the middle and below it is the middle of what the panels leave free. */
export const beside = { manage: [124, 12], digital: [98, 12] } as const

/** The map has gone to a plot: its corners lie around the middle of what is free. */
export async function centred(page: Page): Promise<void> {
  const corners = page.getByRole('button', { name: /^顶点 \d+：/ })
  await expect
    .poll(async () => {
      const map = (await page.getByRole('application').boundingBox())!
      const boxes = await Promise.all((await corners.all()).map((one) => one.boundingBox()))
      const off = (start: 'x' | 'y', size: 'width' | 'height') => {
        const at = boxes.map((box) => box![start] + box![size] / 2)
        return (Math.min(...at) + Math.max(...at)) / 2 - (map[start] + map[size] / 2)
      }
      const [right, below] = beside.manage
      return (
        boxes.length > 2 && Math.hypot(off('x', 'width') - right, off('y', 'height') - below) < 4
      )
    })
    .toBe(true)
}

export async function begin(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: /^新\s*建$/ }).click()
  await page.getByRole('menuitem', { name: kind }).click()
}
