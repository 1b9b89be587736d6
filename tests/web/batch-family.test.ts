import { expect, test } from 'vitest'
import { branchesOf, type Branch } from '#src/pages/planting/batch/family-tree.ts'
import {
  costsOf,
  firstParts,
  isDivided,
  restOf,
  withOneMore,
} from '#src/pages/planting/batch/split-parts.ts'

const plot = (id: number, acreage: number | null = 2) => ({ id, landName: `地${id}`, acreage })
const whole = { batchName: '番茄', plantedArea: 7, quantity: 100, cost: 100 }

test('parts begin with all of the plots, area and quantity, as the plots are large', () => {
  const plots = [plot(1, 4), plot(2, 1), plot(3, 2)]
  const parts = firstParts(whole, plots)
  expect(
    parts.map(({ landIds, plantedArea, quantity }) => [landIds, plantedArea, quantity]),
  ).toEqual([
    [[1, 2], 5, 71.43],
    [[3], 2, 28.57],
  ])
  expect(isDivided(parts, whole, plots)).toBe(true)
  expect(costsOf(parts, whole, 'area')).toEqual([71.43, 28.57])
  expect(costsOf(parts, { ...whole, cost: null }, 'area')).toBeNull()
})

test('on the only plot both stand, half each', () => {
  const parts = firstParts({ ...whole, batchName: '字'.repeat(60) }, [plot(1)])
  expect(parts.map(({ landIds, plantedArea }) => [landIds, plantedArea])).toEqual([
    [[1], 3.5],
    [[1], 3.5],
  ])
  expect(parts[0]!.batchName.length).toBe(60)
  expect(parts[0]!.batchName).not.toBe(parts[1]!.batchName)
})

test('what is left is said, and one more part has it', () => {
  const plots = [plot(1), plot(2)]
  const [first, second] = firstParts(whole, plots)
  const parts = [
    { ...first!, plantedArea: 1.1 },
    { ...second!, landIds: [1], quantity: 60 },
  ]
  expect(restOf(parts, whole, plots)).toEqual({ area: 2.4, quantity: -10, plots: [plots[1]] })
  expect(isDivided(parts, whole, plots)).toBe(false)
  const [, , third] = withOneMore(parts, whole, plots)
  expect(third).toMatchObject({ landIds: [2], plantedArea: 2.4, quantity: null })
})

test('a family is told step by step, and whoever is met twice has its kin told once', () => {
  const member = (id: number) => ({
    id,
    batchName: `批${id}`,
    batchCode: null,
    state: 1 as const,
    plantedArea: null,
  })
  const link = (parentId: number, childId: number, kind: 'split' | 'merge') => ({
    parentId,
    childId,
    kind,
    happenedOn: '2026-11-20',
  })
  const family = {
    members: [1, 2, 3, 4, 5].map(member),
    links: [
      link(1, 2, 'split'),
      link(1, 3, 'split'),
      link(2, 4, 'merge'),
      link(3, 4, 'merge'),
      link(4, 5, 'split'),
    ],
  }
  const ids = (branches: readonly Branch[]): unknown[] =>
    branches.map((one) => [one.member.id, ...ids(one.branches)])
  expect(ids(branchesOf(family, 1, 'down'))).toEqual([
    [2, [4, [5]]],
    [3, [4]],
  ])
  expect(ids(branchesOf(family, 4, 'up'))).toEqual([
    [2, [1]],
    [3, [1]],
  ])
  expect(branchesOf(family, 5, 'down')).toEqual([])
})
