import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { picture, pictureFolder } from '#contract/content/picture.ts'
import type { Page } from '#contract/call.ts'
import type { RowOf } from '#contract/entity.ts'
import { http } from '#src/api/client.ts'
import { queryOf, resolveEndpoint } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { randomId } from '#src/lib/random.ts'

export type Picture = RowOf<typeof picture> & Row & { folderIdName?: string | null }
export type Folder = RowOf<typeof pictureFolder> & Row
export const pageSize = 24
const key = 'pictures'

async function ask<T>(endpoint: string, input: Record<string, unknown>): Promise<T> {
  const { method, url, rest } = resolveEndpoint(endpoint, input)
  const isRead = method === 'GET'
  const { data } = await http.request<T>({
    method,
    url,
    ...(isRead || method === 'DELETE'
      ? { params: queryOf(rest) }
      : { data: rest, idempotencyKey: randomId() }),
    quiet: true,
  })
  return data
}

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
  const client = useQueryClient()
  const folders = useQuery({
    queryKey: [key, 'folders'],
    queryFn: () =>
      ask<Page<Folder>>(pictureFolder.api.list, { size: 0 }).then(({ content }) => content),
  })
  const list = useQuery({
    queryKey: [key, 'list', folder, name, page],
    placeholderData: (before) => before,
    queryFn: () =>
      ask<Page<Picture>>(picture.api.list, { page, size: pageSize, folderId: folder, name }),
  })
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: [key] }), [client])
  useEffect(() => {
    const stops = [picture.name, pictureFolder.name].map((resource) =>
      subscribe(resource, () => void refresh()),
    )
    return () => stops.forEach((stop) => stop())
  }, [refresh])
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
