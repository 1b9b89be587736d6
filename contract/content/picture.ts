import { z } from 'zod'
import { call } from '../call.ts'
import { codes, entity, rest } from '../entity.ts'
import { id, image, integer, ref, text } from '../field.ts'
import { screen } from '../screen.ts'

const permissions = {
  list: 'wfpf.company.system.picturesHub',
  ...codes('wfpf.company.system.picturesHub.ps', 'create', 'edit', 'delete'),
}

/** Where pictures are kept; folders may lie in folders. */
export const pictureFolder = entity('pictureFolder', {
  module: 'content',
  title: 'folderName',
  parent: 'parentId',
  permissions,
  // chosen: the specification names the screen and no calls of its own
  api: rest('wfpf/v1/{tenant}/picture-folder'),
  fields: {
    id: id(),
    folderName: text({ required: true, max: 40 }),
    parentId: ref('pictureFolder', {}),
    sort: integer({ min: 0, max: 9999 }),
  },
})
/** A picture of the tenant's collection. */
export const picture = entity('picture', {
  module: 'content',
  title: 'name',
  permissions,
  api: { ...rest('wfpf/v1/{tenant}/picture'), usage: 'GET /wfpf/v1/{tenant}/picture/{id}/usage' },
  fields: {
    id: id(),
    name: text({ required: true, max: 120 }),
    folderId: ref('pictureFolder', {}),
    url: image({ required: true, createOnly: true }),
    /** Bytes and pixels of what is stored. */
    fileSize: integer({ min: 0, max: 100_000_000, readonly: true }),
    width: integer({ min: 0, max: 100_000, readonly: true }),
    height: integer({ min: 0, max: 100_000, readonly: true }),
  },
})
const { list, ...buttons } = permissions
export const picturesScreen = screen('pictures-hub', {
  route: '/system/pictures-hub',
  module: 'company',
  group: 'content',
  icon: 'picture',
  at: 5,
  isSetUp: true,
  permission: list,
  buttons,
})

/** Which records show a picture. Those of lists that are closed to the caller are only counted. */
export const pictureUsage = call({
  endpoint: picture.api.usage,
  summary: 'Where a picture is used',
  access: { code: permissions.list },
  input: z.object({ id: z.coerce.number().int().positive() }),
  answer: z.object({
    records: z.array(z.object({ entity: z.string(), id: z.int(), title: z.string() })),
    closed: z.int(),
  }),
})
