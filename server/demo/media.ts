import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Client } from './client.ts'

interface Made {
  id: number
}

/**
 * Twelve seconds of drawn seasons. The built server carries them as text, the source reads the
 * file.
 */
function film(): Buffer {
  if (import.meta.env?.PROD) {
    const [address = ''] = Object.values(
      import.meta.glob<string>('./farm.mp4', { query: '?inline', import: 'default', eager: true }),
    )
    return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  }
  return readFileSync(new URL('./farm.mp4', import.meta.url))
}

/** A hill under a sun in one colour: stands for a photo. */
export const pictureOf = (colour: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400"><rect width="1200" height="400" fill="${colour}" opacity=".25"/><circle cx="980" cy="110" r="60" fill="#fff" opacity=".8"/><path d="M0 300C300 180 600 340 1200 220V400H0Z" fill="${colour}"/><path d="M0 350C400 270 800 390 1200 300V400H0Z" fill="#1b7a33"/></svg>`,
    ),
  )
    // Few colours: a palette takes a quarter of the room.
    .png({ palette: true })
    .toBuffer()

const folders: readonly (readonly [
  folder: string,
  pictures: readonly (readonly [name: string, colour: string])[],
])[] = [
  [
    '基地风采',
    [
      ['石碁基地航拍', '#7cb305'],
      ['沙湾稻田晨雾', '#d4b106'],
      ['育苗温室', '#5cdbd3'],
    ],
  ],
  [
    '作物长势',
    [
      ['番茄坐果期', '#cf1322'],
      ['菜心采收前', '#389e0d'],
      ['水稻抽穗', '#d48806'],
      ['火龙果开花', '#c41d7f'],
    ],
  ],
  [
    '农事记录',
    [
      ['翻耕起垄', '#874d00'],
      ['无人机植保', '#1d39c4'],
    ],
  ],
]

/**
 * Pictures in folders, the carousel's among them, so that one sees where a picture is used; and a
 * film.
 */
export async function makeMedia(admin: Client): Promise<void> {
  for (const [folderName, pictures] of folders) {
    const folder = await admin.call<Made>('POST /wfpf/v1/{tenant}/picture-folder', { folderName })
    for (const [name, colour] of pictures) {
      const url = await admin.upload(`${name}.png`, 'image/png', await pictureOf(colour))
      await admin.call('POST /wfpf/v1/{tenant}/picture', { name, url, folderId: folder.id })
    }
  }
  const { content } = await admin.call<{ content: { title: string; picture: string }[] }>(
    'GET /wfpf/v1/{tenant}/banner',
    { size: '0' },
  )
  for (const { title, picture } of content)
    await admin.call('POST /wfpf/v1/{tenant}/picture', { name: title, url: picture })

  const video = await admin.upload('农场宣传片.mp4', 'video/mp4', film())
  const cover = await admin.upload('封面.png', 'image/png', await pictureOf('#389e0d'))
  await admin.call('POST /wfpf/v1/{tenant}/publicity-video', {
    title: '穗丰农场四季',
    video,
    cover,
    sort: 1,
    enabledFlag: 1,
    description: '石碁与沙湾两个基地的一年',
  })
}
