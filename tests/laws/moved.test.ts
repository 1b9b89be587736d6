// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { pathsOf } from '#src/kit/app/routes.tsx'
import { isResource } from '#src/kit/definition/resource.ts'
import { definitions } from '#src/resources/index.ts'
import { movedAddresses } from '#src/resources/moved.ts'

test('an address that moved leads to the map of a list, and is no screen of its own', () => {
  for (const [path, to] of Object.entries(movedAddresses)) {
    expect([path, definitions.flatMap(pathsOf).includes(path)]).toEqual([path, false])
    const [route, query] = to.split('?')
    const target = definitions.find(({ screen }) => screen.route === route)!
    expect([path, query, isResource(target) && target.list.map !== undefined]).toEqual([
      path,
      'view=map',
      true,
    ])
  }
  expect(Object.keys(movedAddresses)).toEqual(['/web/farm/map', '/web/farm/map-digital'])
})
