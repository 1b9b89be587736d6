import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queries } from '#src/kit/calls/queries.ts'
import { UploadProgress } from '#src/kit/fields/file/UploadProgress.tsx'
import Uploads from '#src/kit/fields/file/Uploads.tsx'
import { pace } from '#src/lib/pace.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

type Sent = Parameters<typeof UploadProgress>[0]['uploads'][number]
const nothing = { onDismiss: () => undefined, onRetry: () => undefined }
beforeAll(() => startI18n(consoleTexts))

test('a picture that was chosen opens large before it is saved', async () => {
  const files = ['a', 'b'].map((name) => ({
    fileUrl: `/hfle/v1/5/public/${name}.png`,
    fileName: `${name}.png`,
    fileSize: 70,
  }))
  render(
    <QueryClientProvider client={queries}>
      <Uploads kind="image" value={files} max={6} onChange={() => undefined} />
    </QueryClientProvider>,
  )
  const small = await screen.findByRole('img', { name: 'b.png' })
  expect(small.getAttribute('src')).not.toBe(files[1]!.fileUrl)
  fireEvent.click(small)
  const dialog = await screen.findByRole('dialog', { name: 'b.png' })
  expect(dialog.style.width).toBe('500px')
  expect(within(dialog).getByRole('img', { name: 'b.png' }).getAttribute('src')).toBe(
    files[1]!.fileUrl,
  )
})

const sent = (more: Partial<Sent>): Sent => ({
  key: 'a',
  name: '合同.pdf',
  share: 0.5,
  bytes: 5_200_000,
  rate: 400_000,
  isCut: false,
  problem: undefined,
  ...more,
})
test('what is on its way says how far and how fast, and that a cut line is waited for', () => {
  const { rerender } = render(<UploadProgress uploads={[sent({})]} {...nothing} />)
  const line = () => screen.getByRole('listitem').textContent
  expect(screen.getByRole('progressbar', { name: '合同.pdf 已上传 50%' })).toBeTruthy()
  expect(line()).toMatch(/5\.2\s?MB · 400\s?kB\/(秒|s) · 13\s?秒/)
  rerender(<UploadProgress uploads={[sent({ isCut: true, rate: null })]} {...nothing} />)
  expect(screen.getByRole('status').textContent).toBe('网络中断，恢复后自动继续')
})
test('what did not arrive is tried again where that makes sense', () => {
  const onRetry = vi.fn()
  const { rerender } = render(
    <UploadProgress
      uploads={[sent({ problem: '网络错误', canRetry: true })]}
      {...nothing}
      onRetry={onRetry}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: '继续上传 合同.pdf' }))
  expect(onRetry).toHaveBeenCalledWith('a')
  rerender(<UploadProgress uploads={[sent({ problem: '太大' })]} {...nothing} />)
  expect(screen.queryByRole('button', { name: /继续上传/ })).toBeNull()
})

test('pace is that of the last seconds, and none at first', () => {
  let at = 0
  const rate = pace(() => at)
  const seen = [0, 100, 1000, 2000, 3000, 4000].map((ms) => {
    at = ms
    // A megabyte a second, and from the third second on nothing.
    return rate(Math.min(ms, 2000) * 1000)
  })
  expect(seen).toEqual([null, null, 1_000_000, 1_000_000, 2_000_000 / 3, 1_000_000 / 3])
  expect(rate(0)).toBeNull()
})
