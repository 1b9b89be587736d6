import { expect, test } from 'vitest'
import type { StageRule, StageRules } from '#contract/planting/stage-rules.ts'
import { stageBasis, stageShare } from '#src/features/planting/stage-words.ts'
import { standOf } from '#src/pages/planting/batch/stage-rule-stand.ts'

const nothing: StageRules = { stage: 'b', rules: [], unmeasured: [], standing: [], ending: [] }
const rule = (turn: StageRule['turn']): StageRule => ({
  key: 'gateway_weather/airTemperature',
  quantity: 'airTemperature',
  deviceType: 'gateway_weather',
  metric: 'airTemperature',
  low: 10,
  high: null,
  devices: [],
  ruleId: null,
  turn,
})
const stands = (stage: string, enabledFlag: 0 | 1 = 1) => ({ id: 1, name: 'r', stage, enabledFlag })

test('what there is to say of the rules of a stage, and to do', () => {
  const told = (more: Partial<StageRules>) => standOf({ ...nothing, ...more })
  expect(told({})).toEqual({ word: 'none', act: null })
  expect(told({ unmeasured: ['soilMoisture'] })).toEqual({ word: 'nothing', act: null })
  expect(told({ rules: [rule('make')] })).toEqual({ word: 'ready', act: 'make' })
  const standing = [stands('b')]
  expect(told({ rules: [rule('same')], standing })).toEqual({ word: 'standing', act: null })
  expect(told({ rules: [rule('change')], standing })).toEqual({ word: 'changed', act: 'renew' })
  const earlier = [stands('a')]
  expect(told({ rules: [rule('change')], standing: earlier })).toEqual({
    word: 'earlier',
    act: 'renew',
  })
  // What is off already is of no stage any more.
  expect(told({ rules: [rule('make')], standing: [stands('a', 0)] })).toEqual({
    word: 'ready',
    act: 'make',
  })
  // The stage asks for nothing any more, and rules of the one before are on.
  expect(told({ standing: earlier, ending: [{ id: 1, name: 'r' }] })).toMatchObject({
    word: 'earlier',
    act: 'renew',
  })
  // It does not grow.
  expect(told({ stage: null })).toBe(null)
  expect(told({ stage: null, standing, ending: [{ id: 1, name: 'r' }] })).toEqual({
    word: 'over',
    act: 'stop',
  })
})

test('by what a stage is told', () => {
  const t = (key: string, { heat, units, share }: Record<string, unknown> = {}) =>
    [key.replace('planting:stages.', ''), heat, units, share]
      .filter((one) => one !== undefined)
      .join(' ')
  expect(stageBasis(t, { by: 'heat', heat: 312, heatUnits: 450 })).toBe('byHeat 312 450')
  expect(stageBasis(t, { by: 'heat', heat: null, heatUnits: null })).toBe('heatOnly')
  expect(stageBasis(t, {})).toBe('byDays')
  expect(stageBasis(t, { by: 'hand', heat: 0, heatUnits: 450 })).toBe(
    'byHandplanting:commasoFar 0 450',
  )
  expect(stageShare(t, { by: 'hand', heat: 151, heatUnits: 450 })).toBe('share 34')
  expect(stageShare(t, { by: 'hand', heat: null, heatUnits: null })).toBe('byHand')
})
