import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { enter } from './console.ts'

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('many pictures are uploaded at once into a folder, moved, and show where they are used', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  await page.goto('/system/pictures-hub')
  await expect(page.getByRole('button', { name: '查看 石碁基地航拍' })).toBeVisible()
  await page.getByRole('button', { name: '新建分组' }).click()
  await page.getByRole('dialog').getByLabel('分组名称').fill('验收照片')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s*存/ })
    .click()
  await page.getByRole('button', { name: '验收照片' }).click()
  await expect(page).toHaveURL(/folder=\d+/)
  const files = await Promise.all(
    ['#c00', '#0c0', '#00c', '#cc0', '#0cc'].map(async (colour, at) => ({
      name: `田头${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await picture(colour),
    })),
  )
  await page
    .locator('input[type=file]')
    .setInputFiles([
      ...files,
      { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ])
  await expect(page.getByText('仅支持 JPG 或 PNG 图片')).toBeVisible()
  for (const { name } of files)
    await expect(page.getByRole('button', { name: `查看 ${name}` })).toBeVisible()
  await page.getByRole('button', { name: '知道了 说明.txt' }).click()

  await page.getByRole('checkbox', { name: '田头1.jpg' }).check()
  await page.getByRole('checkbox', { name: '田头2.jpg' }).check()
  await page.getByRole('combobox', { name: '移动到' }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '农事记录' })
    .click()
  await expect(page.getByRole('button', { name: '查看 田头1.jpg' })).toHaveCount(0)
  await page.getByRole('button', { name: '农事记录' }).click()
  await expect(page.getByRole('button', { name: '查看 田头1.jpg' })).toBeVisible()

  await page.getByRole('button', { name: '全部图片' }).click()
  await page.getByRole('button', { name: '查看 番茄采收季' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('600 × 400')).toBeVisible()
  const name = drawer.getByRole('textbox', { name: '名称' })
  await name.fill(' ')
  await drawer.getByRole('button', { name: /保\s*存/ }).click()
  await expect(drawer.getByText('请填写图片名称')).toBeVisible()
  await name.fill('番茄采收')
  await drawer.getByRole('button', { name: /保\s*存/ }).click()
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: '查看 番茄采收', exact: true }).click()
  await name.fill('番茄采收季')
  await drawer.getByRole('button', { name: /保\s*存/ }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: '查看 番茄采收季' }).click()
  await drawer.getByRole('button', { name: '番茄采收季' }).click()
  await expect(page).toHaveURL(/bannerManger\?open=show&id=\d+/)

  // A picture that is in use stays.
  await page.goto('/system/pictures-hub')
  await page.getByRole('checkbox', { name: '番茄采收季' }).check()
  await page.getByRole('button', { name: '删除 1 条' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*除/ })
    .click()
  await expect(page.getByText(/图片正被 1 处使用/)).toBeVisible()
})

test('a film plays where it is looked at', async ({ page, request }) => {
  await enter(page, request, 'admin')
  await page.goto('/system/publicity-video?open=show&id=1')
  const film = page.getByRole('dialog').locator('video')
  await expect(film).toHaveAttribute('src', /\/hfle\/v1\//)
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.duration))
    .toBeGreaterThan(10)
  // Seeking asks for a part of the file.
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 8
  })
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(7.9)
})
