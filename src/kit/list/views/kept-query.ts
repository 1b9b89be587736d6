/**
 * The part of an address that a view keeps: not the page one is on, nor what is open over the list.
 */
export function keptQuery(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of ['page', 'open', 'id']) query.delete(name)
  return query.toString()
}
