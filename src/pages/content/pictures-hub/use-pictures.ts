import { useCreate, useDelete, useUpdate } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { picture, pictureFolder } from '#contract/content/picture.ts'
import type { RowOf } from '#contract/entity.ts'
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
const sending = () => ({
  successNotification: false as const,
  errorNotification: false as const,
  // What is sent again after a renewal acts once.
  meta: { idempotencyKey: randomId() },
})
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
  const create = useCreate().mutateAsync
  const update = useUpdate().mutateAsync
  const remove = useDelete().mutateAsync
  const done = async (work: Promise<unknown>) => {
    await work
    await refresh()
  }
  const edit = (resource: string, { id, objectVersionNumber }: Row, values: object) =>
    done(update({ ...sending(), resource, id, values: { objectVersionNumber, ...values } }))
  return {
    folders,
    list,
    refresh,
    addPicture: (url: string, fileName: string) => {
      const values = { url, name: fileName.slice(0, 120), folderId: folder ?? null }
      return done(create({ ...sending(), resource: picture.name, values }))
    },
    editPicture: (row: Picture, change: Partial<Picture>) =>
      edit(picture.name, row, { name: row.name, folderId: row.folderId ?? null, ...change }),
    deletePicture: (id: number) => done(remove({ ...sending(), resource: picture.name, id })),
    addFolder: (folderName: string, parentId: number | null) => {
      const values = { folderName, parentId, sort: null }
      return done(create({ ...sending(), resource: pictureFolder.name, values }))
    },
    editFolder: (row: Folder, folderName: string) =>
      edit(pictureFolder.name, row, {
        folderName,
        parentId: row.parentId ?? null,
        sort: row.sort ?? null,
      }),
    deleteFolder: (id: number) => done(remove({ ...sending(), resource: pictureFolder.name, id })),
  }
}
export type Pictures = ReturnType<typeof usePictures>
