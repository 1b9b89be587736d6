import { expect, test } from 'vitest'
import { camera, cameraWays } from '#contract/camera/camera.ts'
import { toldFields } from '#src/kit/record/told-fields.ts'

test('a record tells what is asked of its own sort alone', () => {
  const of = (cameraEnter?: number) => toldFields(camera, { id: 3, cameraEnter })
  expect(of(cameraWays.address)).toContain('streamAddress')
  expect(of(cameraWays.gb)).not.toContain('streamAddress')
  expect(of(cameraWays.gb)).toContain('deviceSerial')
  expect(of(cameraWays.gb)).not.toContain('id')
  // Not told what sort it is, one is told everything.
  expect(of()).toContain('streamAddress')
})
