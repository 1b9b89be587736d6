import { expect, test } from 'vitest'
import { withGround } from '#server/modules/farm/land.ts'

const small = [
  [113.34, 22.96],
  [113.341, 22.96],
  [113.341, 22.961],
  [113.34, 22.961],
]
const large = [
  [113.34, 22.96],
  [113.342, 22.96],
  [113.342, 22.962],
  [113.34, 22.962],
]

test('a plot’s area and middle follow what is drawn, until a person says otherwise', () => {
  const first = withGround({ boundary: small, acreage: null, landCenter: null }, null)
  expect(first).toMatchObject({ acreage: 17.08, landCenter: '22.960500,113.340500' })
  const again = withGround({ ...first, boundary: large }, first)
  expect(again).toMatchObject({ acreage: 68.31, landCenter: '22.961000,113.341000' })
  const said = { ...first, acreage: 16 }
  expect(withGround({ ...said, boundary: large }, said)).toMatchObject({
    acreage: 16,
    landCenter: '22.961000,113.341000',
  })
  expect(withGround({ boundary: null, acreage: 5 }, null)).toEqual({ boundary: null, acreage: 5 })
})
