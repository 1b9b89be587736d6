import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A card as the platform has it: its state's code and KB of the month. */
export interface PeerCard {
  status: string
  kilobytes: number
}
export interface Peer {
  url: string
  cards: Map<string, PeerCard>
  /** Paths that were asked, with their questions. */
  asked: URL[]
  /** Ends every token that was given out. */
  endTokens: () => void
  close: () => void
}
const moves: Readonly<Record<string, readonly [from: string, to: string]>> = {
  0: ['2', '4'],
  1: ['4', '2'],
  2: ['7', '2'],
  3: ['6', '7'],
  4: ['6', '1'],
  5: ['6', '2'],
  6: ['1', '2'],
}

/**
 * A platform that answers as China Mobile's OneLink (v5) does: a token first, a serial number with
 * each call, `status` for what it refuses, always 200.
 */
export async function oneLinkPeer(appId: string, password: string): Promise<Peer> {
  const cards = new Map<string, PeerCard>()
  const asked: URL[] = []
  const serials = new Set<string>()
  let tokens = new Set<string>()
  const refuse = (status: string, message: string) => ({ status, message, result: [] })
  const answer = (url: URL): object => {
    const query = Object.fromEntries(url.searchParams)
    if (
      !query.transid?.startsWith(appId) ||
      !/^\d{22}$/.test(query.transid.slice(appId.length)) ||
      serials.has(query.transid)
    )
      return refuse('12016', 'transid 格式错误或重复')
    serials.add(query.transid)
    if (url.pathname === '/v5/ec/get/token') {
      if (query.appid !== appId || query.password !== password)
        return refuse('12001', 'appid 或 password 错误')
      const token = `token${tokens.size + asked.length}`
      tokens.add(token)
      return { status: '0', message: '正确', result: [{ token, ttl: '3600' }] }
    }
    if (!tokens.has(query.token ?? '')) return refuse('12021', 'TOKEN 不存在或已过期')
    const card = cards.get(query.iccid ?? '')
    if (!card) return refuse('10001', '卡号不属于该集团')
    if (url.pathname === '/v5/ec/query/sim-status')
      return {
        status: '0',
        message: '正确',
        result: [{ cardStatus: card.status, lastChangeDate: '2026-11-22 08:00:00' }],
      }
    if (url.pathname === '/v5/ec/query/sim-data-usage')
      return { status: '0', message: '正确', result: [{ dataAmount: String(card.kilobytes) }] }
    if (url.pathname !== '/v5/ec/change/sim-status') return refuse('404', 'no such call')
    const move = moves[query.operType ?? '']
    if (!move || move[0] !== card.status) return refuse('11006', '当前卡状态不允许该操作')
    card.status = move[1]
    return { status: '0', message: '正确', result: [{ iccid: query.iccid }] }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    asked.push(url)
    response
      .writeHead(200, { 'content-type': 'application/json;charset=UTF-8' })
      .end(JSON.stringify(answer(url)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v5`,
    cards,
    asked,
    endTokens: () => void (tokens = new Set()),
    close: () => server.close(),
  }
}
