import { keepPreviousData } from '@tanstack/react-query'
import { picture, pictureFolder } from '#contract/content/picture.ts'
import type { Endpoint, RowOf } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { randomId } from '#src/lib/random.ts'

export type Picture = RowOf<typeof picture> & Row & { folderIdName?: string | null }
export type Folder = RowOf<typeof pictureFolder> & Row
export const pageSize = 24
const foldersCall = recordsCall<Folder>(pictureFolder)
const picturesCall = recordsCall<Picture>(picture)
const ask = (endpoint: Endpoint, input: Record<string, unknown>): Promise<unknown> =>
  call({ endpoint, access: 'signed-in' }, input, { quiet: true, idempotencyKey: randomId() })
const refresh = () => Promise.all([foldersCall, picturesCall].map((shown) => invalidateCall(shown)))

export interface Place {
  folder: number | undefined
  name: string
  page: number
}
/**
 * The folders, one page of pictures, and what can be done to both; looks again when anybody changes
 * them.
 */
export function usePictures({ folder, name, page }: Place) {
  const folders = useCall(foldersCall, { size: 0 }, { select: ({ content }) => content })
  const list = useCall(
    picturesCall,
    { page, size: pageSize, folderId: folder, name },
    { placeholderData: keepPreviousData },
  )
  const done =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      const result = await act(...args)
      await refresh()
      return result
    }
  return {
    folders,
    list,
    refresh,
    addPicture: done((url: string, fileName: string) =>
      ask(picture.api.create, { url, name: fileName.slice(0, 120), folderId: folder ?? null }),
    ),
    editPicture: done((row: Picture, change: Partial<Picture>) =>
      ask(picture.api.edit, {
        id: row.id,
        objectVersionNumber: row.objectVersionNumber,
        name: row.name,
        folderId: row.folderId ?? null,
        ...change,
      }),
    ),
    deletePicture: done((id: number) => ask(picture.api.delete, { id })),
    addFolder: done((folderName: string, parentId: number | null) =>
      ask(pictureFolder.api.create, { folderName, parentId, sort: null }),
    ),
    editFolder: done((row: Folder, folderName: string) =>
      ask(pictureFolder.api.edit, {
        id: row.id,
        objectVersionNumber: row.objectVersionNumber,
        folderName,
        parentId: row.parentId ?? null,
        sort: row.sort ?? null,
      }),
    ),
    deleteFolder: done((id: number) => ask(pictureFolder.api.delete, { id })),
  }
}
export type Pictures = ReturnType<typeof usePictures>
