import { expect, test } from 'playwright/test'
import { mp4 } from '../server/mp4.ts'
import { enter } from './console.ts'

test('a product is made with its combinations, and keeps their prices when more are made', async ({
  page,
  request,
}) => {
  await enter(page, request, 'admin')
  const code = `Z${Date.now() % 1e8}`
  await page.goto('/inventory/base/product/add')
  const form = page.getByRole('region', { name: '新增商品' })
  await form.getByRole('textbox', { name: '商品名称' }).fill(`水果黄瓜 ${code}`)
  await form.getByRole('textbox', { name: '商品编码' }).fill(code)
  const pick = async (label: string, ...options: string[]) => {
    const box = form.getByRole('combobox', { name: new RegExp(`${label}$`) })
    await box.click()
    for (const option of options)
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
        .getByText(option, { exact: true })
        .last()
        .click()
    await page.keyboard.press('Escape')
  }
  await pick('类型', '农产品')
  await pick('单位', '个')
  await pick('等级', '一级', '特级')
  await pick('包装规格', '500 克/盒')
  await expect(form.getByRole('status')).toContainText('共 2 个规格：新增 2 个')
  await form.getByRole('button', { name: '生成规格' }).click()
  await expect(form.getByRole('textbox', { name: '规格 1' })).toHaveValue('特级 500 克/盒')
  await form.getByRole('textbox', { name: '零售价 2' }).fill('9.8')
  await pick('包装规格', '10 公斤/筐')
  await form.getByRole('button', { name: '生成规格' }).click()
  await expect(form.getByRole('textbox', { name: /^规格 \d/ })).toHaveCount(4)
  await expect(form.getByRole('textbox', { name: '零售价 3' })).toHaveValue('9.8')

  // A film of four by three is refused before it is sent, or, where this browser cannot read it,
  // said to be unreadable.
  await form.locator('input[type=file][accept="video/mp4"]').setInputFiles({
    name: '采收.mp4',
    mimeType: 'video/mp4',
    buffer: mp4({ seconds: 90, width: 640, height: 480 }),
  })
  await expect(form.getByRole('alert')).toContainText(/无法读取视频|最长 60 秒|16:9/)

  await form.getByRole('button', { name: /^保\s*存$/ }).click()
  await expect(page).toHaveURL(/\/inventory\/base\/product$/)
  await page.getByRole('button', { name: `水果黄瓜 ${code}`, exact: true }).click()
  await expect(page.getByRole('dialog').getByText('10 公斤/筐')).toHaveCount(2)
})
