import { createRequire } from 'node:module'

const { Database } = createRequire(import.meta.url)(
  'node-sqlite3-wasm',
) as typeof import('node-sqlite3-wasm')

/** An MBTiles file of these tiles, which are given by their XYZ place. */
export function mbtiles(
  file: string,
  tiles: readonly { at: readonly [number, number, number]; bytes: string }[],
  metadata: Readonly<Record<string, string>> = { format: 'png' },
): void {
  const db = new Database(file)
  db.exec(`create table metadata (name text, value text);
    create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    create unique index tile_index on tiles (zoom_level, tile_column, tile_row)`)
  for (const [name, value] of Object.entries(metadata))
    db.run('insert into metadata values (?, ?)', [name, value])
  for (const {
    at: [z, x, y],
    bytes,
  } of tiles)
    db.run('insert into tiles values (?, ?, ?, ?)', [z, x, 2 ** z - 1 - y, Buffer.from(bytes)])
  db.close()
}
