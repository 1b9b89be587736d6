import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import Uploads from '#src/kit/fields/file/Uploads.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))

test('a picture that was chosen opens large before it is saved', async () => {
  const files = ['a', 'b'].map((name) => ({
    fileUrl: `/hfle/v1/5/public/${name}.png`,
    fileName: `${name}.png`,
    fileSize: 70,
  }))
  render(<Uploads kind="image" value={files} max={6} onChange={() => undefined} />)
  const small = await screen.findByRole('img', { name: 'b.png' })
  expect(small.getAttribute('src')).not.toBe(files[1]!.fileUrl)
  fireEvent.click(small)
  await waitFor(() =>
    expect(document.querySelector('.ant-image-preview img')?.getAttribute('src')).toBe(
      files[1]!.fileUrl,
    ),
  )
})
