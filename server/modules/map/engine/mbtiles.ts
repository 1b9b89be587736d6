import { accessSync, constants, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from 'node-sqlite3-wasm'

/** By the word that `metadata` has for `format`. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}
const whole = /^\d{1,2}$/

/**
 * Tiles in a SQLite file: https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md. Errors:
 * making one throws for what is no such file.
 */
export class Mbtiles {
  readonly #db: Database
  readonly #folder: string
  /** Media type of its tiles; undefined: no pictures. */
  readonly type: string | undefined
  /** Its deepest level. */
  readonly maxZoom: number

  constructor(file: string) {
    accessSync(file, constants.R_OK)
    // A megabyte of WebAssembly, which only who has such a file loads.
    const sqlite = createRequire(import.meta.url)(
      'node-sqlite3-wasm',
    ) as typeof import('node-sqlite3-wasm')
    // It locks by a folder beside the file. Ours stands beside a link of this process alone: the
    // operator's folder may be read-only, and no killed process leaves it locked.
    this.#folder = mkdtempSync(join(tmpdir(), 'furrow-mbtiles-'))
    const link = join(this.#folder, 'archive')
    try {
      symlinkSync(resolve(file), link)
      this.#db = new sqlite.Database(link, { readOnly: true })
    } catch (error) {
      rmSync(this.#folder, { recursive: true, force: true })
      throw error
    }
    try {
      this.type = types[this.#said('format') ?? '']
      const said = this.#said('maxzoom')
      this.maxZoom = Number(said && whole.test(said) ? said : this.#deepest())
    } catch (error) {
      this.close()
      throw error
    }
  }
  #said(name: string): string | undefined {
    const row = this.#db.get('select value from metadata where name = ?', [name])
    return typeof row?.value === 'string' ? row.value.toLowerCase() : undefined
  }
  #deepest(): unknown {
    return this.#db.get('select max(zoom_level) as deepest from tiles')?.deepest
  }
  /** A tile of the XYZ scheme; null: there is none. Errors: throws where the file cannot be read. */
  tile(z: number, x: number, y: number): Buffer | null {
    // Rows are counted from the south, as TMS does.
    const row = this.#db.get(
      'select tile_data from tiles where zoom_level = ? and tile_column = ? and tile_row = ?',
      [z, x, 2 ** z - 1 - y],
    )
    return row?.tile_data instanceof Uint8Array ? Buffer.from(row.tile_data) : null
  }
  close(): void {
    this.#db.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
