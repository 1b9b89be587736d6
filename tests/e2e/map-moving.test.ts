import { expect, test } from 'playwright/test'
import type { DigitalMap } from '#contract/map/map.ts'
import { asCaller, enter, watchFaults } from './console.ts'

// In the frame, and in a window of its own as it hangs on a wall.
for (const address of ['/web/farm/map-digital', '/map'])
  test(`a device that goes about is drawn as a point where it was said to be last, and opened by a click: ${address}`, async ({
    page,
    request,
  }) => {
    const faults = watchFaults(page)
    const session = await enter(page, request, 'admin')
    const path = `/wfpf/v1/${session.tenantId}/map`
    const map = (await (await request.get(path, asCaller(session))).json()) as DigitalMap
    // Alone where it stands, so that its mark is its own.
    const far = (row: DigitalMap['devices'][number]) =>
      map.devices.every(
        (one) => one === row || Math.hypot(one[4] - row[4], one[5] - row[5]) > 0.0006,
      )
    const [id, , , , lng, lat, , , , name] = map.devices.find((row) => row[6] === 0 && far(row))!
    const east = 0.0002
    await page.goto(`${address}?at=${lat},${lng},18`)
    const mark = page.getByRole('button', { name: new RegExp(name) })
    await expect(mark).toBeVisible()
    const answer = await request.put(`${path}/places`, {
      ...asCaller(session),
      data: { changes: [{ kind: 'device', id, was: [lng, lat], at: [lng + east, lat] }] },
    })
    expect(answer.ok()).toBe(true)
    // No element of the page any more.
    await expect(mark).toHaveCount(0)
    await page.waitForTimeout(500)
    const box = (await page.getByRole('application').boundingBox())!
    const pixels = (512 * 2 ** 18 * east) / 360
    await page.mouse.click(box.x + box.width / 2 + pixels, box.y + box.height / 2)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.screenshot({ path: 'test-results/moving.png' })
    expect(faults).toEqual([])
  })
