import { expect, test } from 'vitest'
import { putAt } from '#src/pages/camera/wall/wall-place.ts'

// Of 1 to 5, those of another base (2 and 4) are not shown now.
const ids = [1, 2, 3, 4, 5]
const shown = [1, 3, 5]

test.each([
  ['a camera that is new takes the place of whatever stood there', 9, 1, [1, 2, 9, 4, 5]],
  ['a camera that is new stands last on an empty place', 9, 3, [1, 2, 3, 4, 5, 9]],
  ['two cameras change their places', 5, 0, [5, 2, 3, 4, 1]],
  ['a camera goes last onto an empty place', 3, 7, [1, 2, 4, 5, 3]],
])('%s, and those that are not shown keep theirs', (_, id, place, wanted) => {
  expect(putAt(ids, shown, id, place)).toEqual(wanted)
})
