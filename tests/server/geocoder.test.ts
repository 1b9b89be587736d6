import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { geocode, mostFoundPlaces } from '#contract/map/geocode.ts'
import { project } from '#contract/map/projection.ts'
import { newTenant, startApp, type Tenant } from './harness.ts'

// Peers that answer as the documentation of each service says.
const shaped = (from: [number, number]) => project('gcj02', from).map((part) => part.toFixed(6))
const square: [number, number] = [113.4, 22.95]
let asked: URL[] = []
let isRefused = false
const peer = createServer((request, response) => {
  const url = new URL(request.url!, 'http://peer')
  asked.push(url)
  const say = (body: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/search')
    return isRefused
      ? say({ error: 'blocked' }, 403)
      : say([
          {
            lat: '22.95',
            lon: '113.4',
            name: '石碁镇',
            display_name: '石碁镇, 番禺区, 广州市, 广东省, 中国',
          },
          { lat: '122.95', lon: '113.4', name: 'nowhere', display_name: 'nowhere' },
        ])
  if (url.pathname === '/v3/place/text')
    return isRefused
      ? say({ status: '0', info: 'INVALID_USER_KEY', infocode: '10001' })
      : say({
          status: '1',
          pois: [
            {
              name: '石碁农贸市场',
              // What it does not know is a list without anything in it.
              address: [],
              pname: '广东省',
              cityname: '广州市',
              adname: '番禺区',
              location: shaped(square).join(','),
            },
          ],
        })
  if (url.pathname === '/v2/search')
    return isRefused
      ? say({ status: { infocode: 2001, cndesc: '服务关闭' } })
      : say({
          status: { infocode: 1000, cndesc: '服务正常' },
          resultType: 1,
          pois: Array.from({ length: 12 }, (_, i) => ({
            name: `石碁站 ${i}`,
            address: '市莲路',
            province: '广东省',
            city: '广州市',
            county: '番禺区',
            lonlat: '113.4,22.95',
          })),
        })
  return say({}, 404)
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => peer.close())
beforeEach(() => {
  asked = []
  isRefused = false
})
const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
const find = ({ admin }: Tenant, q: string) => admin.call(geocode, { q })
const farm = async (kind: 'tianditu' | 'amap' | 'nominatim') =>
  newTenant(await startApp({ geocoder: { kind, url, key: 'k1' } }))

test('without a service nothing is found, and that is said', async () => {
  const tenant = await newTenant(await startApp())
  expect(await find(tenant, '石碁')).toEqual({ service: null, places: [] })
  expect(asked).toEqual([])
})

test('Nominatim: what lies on earth is found, once for all who seek the same', async () => {
  const tenant = await farm('nominatim')
  const { places, service } = await find(tenant, '石碁')
  expect(places).toEqual([
    { name: '石碁镇', address: '石碁镇, 番禺区, 广州市, 广东省, 中国', at: [113.4, 22.95] },
  ])
  expect(service).toBe('nominatim')
  await find(tenant, ' 石碁 ')
  expect(asked.map(({ searchParams }) => searchParams.get('q'))).toEqual(['石碁'])
})

test('AMap: its shifted place is turned into WGS84', async () => {
  const { places } = await find(await farm('amap'), '农贸市场')
  expect(places).toMatchObject([{ name: '石碁农贸市场', address: '广东省 广州市 番禺区' }])
  const [lng, lat] = places[0]!.at
  expect(Math.hypot(lng - square[0], lat - square[1])).toBeLessThan(1e-5)
  expect(asked[0]!.searchParams.get('key')).toBe('k1')
})

test('Tianditu: no more than can be shown', async () => {
  const { places } = await find(await farm('tianditu'), '石碁站')
  expect(places).toHaveLength(mostFoundPlaces)
  expect(places[0]).toEqual({
    name: '石碁站 0',
    address: '广东省 广州市 番禺区 市莲路',
    at: [113.4, 22.95],
  })
  expect(JSON.parse(asked[0]!.searchParams.get('postStr')!)).toMatchObject({ keyWord: '石碁站' })
})

test.each(['tianditu', 'amap', 'nominatim'] as const)(
  '%s: a refusal is told in words, and is not kept',
  async (kind) => {
    const tenant = await farm(kind)
    isRefused = true
    await expect(find(tenant, '石碁')).rejects.toMatchObject({
      status: 502,
      body: { code: 'map.geocoder' },
    })
    isRefused = false
    expect((await find(tenant, '石碁')).places).not.toEqual([])
    // A word of one letter is nobody's name.
    await expect(find(tenant, ' a ')).rejects.toMatchObject({ status: 400 })
  },
)
