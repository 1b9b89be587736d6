import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BaseState } from '#contract/home/base-calls.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { PlaceSearch } from '#src/kit/map/input/PlaceSearch.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { fakeServer, refusal } from './fake-server.ts'

const base = {
  areaName: '石碁蔬菜基地',
  latlng: '22.95,113.34',
  outlines: [
    {
      id: 1,
      name: '东一区',
      corners: [
        [113.33, 22.94],
        [113.35, 22.94],
        [113.34, 22.97],
      ],
    },
  ],
} as unknown as BaseState
const geocoded = { service: 'tianditu', places: [] as object[] }
let answer: () => { body: object } | ReturnType<typeof refusal>
const draw = async () => {
  const onPick = vi.fn()
  const log = fakeServer(() => answer())
  render(
    <QueryClientProvider client={queries}>
      <PlaceSearch bases={[base]} onPick={onPick} />
    </QueryClientProvider>,
  )
  const box = await screen.findByRole('combobox')
  const type = (text: string) => fireEvent.change(box, { target: { value: text } })
  const enter = () => {
    const key = { key: 'Enter', code: 'Enter', keyCode: 13 }
    fireEvent.keyDown(box, key)
    fireEvent.keyUp(box, key)
  }
  return { onPick, log, box, type, enter }
}
beforeEach(async () => {
  queries.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(['kit', 'common', 'errors'])
  answer = () => ({ body: geocoded })
})

test('bases and plots are found as one types, and nobody is asked', async () => {
  const { onPick, log, box, type } = await draw()
  type('东一')
  fireEvent.click(await screen.findByText('东一区'))
  expect(onPick.mock.calls[0]![0][0]).toBeCloseTo(113.34)
  expect(onPick.mock.calls[0]![0][1]).toBeCloseTo(22.95)
  expect([(box as HTMLInputElement).value, log.length]).toEqual(['东一区', 0])
})

test('coordinates are a place', async () => {
  const { onPick, type } = await draw()
  type('22.9612,113.3421')
  fireEvent.click(await screen.findByText('22.96120, 113.34210'))
  expect(onPick).toHaveBeenCalledWith([113.3421, 22.9612])
})

test('Enter asks the service, once for each name; what it finds is chosen', async () => {
  answer = () => ({
    body: { ...geocoded, places: [{ name: '石碁镇', address: '广州市番禺区', at: [113.4, 22.9] }] },
  })
  const { onPick, log, type, enter } = await draw()
  type('石碁镇')
  expect(await screen.findByText('按回车搜索地名')).toBeTruthy()
  enter()
  fireEvent.click(await screen.findByText('广州市番禺区'))
  expect(onPick).toHaveBeenCalledWith([113.4, 22.9])
  expect(log.map(({ params }) => params.q)).toEqual(['石碁镇'])
})

test('it says that none was found, that there is no service, and why none answers', async () => {
  const { type, enter } = await draw()
  type('无此地')
  enter()
  expect(await screen.findByText('没有找到这个地名')).toBeTruthy()
  answer = () => ({ body: { service: null, places: [] } })
  type('别处')
  enter()
  expect(await screen.findByText(/没有接入地名服务/)).toBeTruthy()
  answer = () => refusal(502, 'map.geocoder')
  type('第三处')
  enter()
  // The server says it in the reader's language.
  expect(await screen.findByText('map.geocoder')).toBeTruthy()
})
