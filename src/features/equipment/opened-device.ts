/** Which device's data the address opens over the list: `?device=12`. */
export function deviceIn(search: string): number | null {
  const id = Number(new URLSearchParams(search).get('device'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
export function withDevice(search: string, id: number | null): string {
  const query = new URLSearchParams(search)
  if (id === null) query.delete('device')
  else query.set('device', String(id))
  return query.toString()
}
