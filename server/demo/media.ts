import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Client } from './client.ts'
import { sceneOf } from './scenes.ts'

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

/** Stands for a photo: what its title speaks of, drawn. */
export const pictureOf = (subject: string) =>
  sharp(Buffer.from(sceneOf(subject)))
    // Few colours: a palette takes a quarter of the room.
    .png({ palette: true, colours: 32, effort: 10 })
    .toBuffer()

const folders: readonly (readonly [folder: string, pictures: readonly string[]])[] = [
  ['基地风采', ['石碁基地航拍', '沙湾稻田晨雾', '育苗温室']],
  ['作物长势', ['番茄坐果期', '菜心采收前', '水稻抽穗', '火龙果开花']],
  ['农事记录', ['翻耕起垄', '无人机植保']],
]

/**
 * Pictures in folders, the carousel's among them, so that one sees where a picture is used; and a
 * film.
 */
export async function makeMedia(admin: Client): Promise<void> {
  for (const [folderName, pictures] of folders) {
    const folder = await admin.call<Made>('POST /wfpf/v1/{tenant}/picture-folder', { folderName })
    for (const name of pictures) {
      const url = await admin.upload(`${name}.png`, 'image/png', await pictureOf(name))
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
  const cover = await admin.upload('封面.png', 'image/png', await pictureOf('水稻'))
  await admin.call('POST /wfpf/v1/{tenant}/publicity-video', {
    title: '穗丰农场四季',
    video,
    cover,
    sort: 1,
    enabledFlag: 1,
    description: '石碁与沙湾两个基地的一年',
  })
}
