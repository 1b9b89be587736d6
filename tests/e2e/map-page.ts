import { expect, type Page } from 'playwright/test'

/** The map has gone to a plot: its corners lie around the middle. */
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
      return boxes.length > 2 && Math.hypot(off('x', 'width'), off('y', 'height')) < 4
    })
    .toBe(true)
}

export async function begin(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: /^新\s*建$/ }).click()
  await page.getByRole('menuitem', { name: kind }).click()
}
