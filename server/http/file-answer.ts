import { disposition, fileNameOf } from './file-name.ts'

/** An answer that is a file to take away, whatever the call answers otherwise. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly data: Buffer
  constructor(name: string, type: string, data: Buffer) {
    this.name = fileNameOf(name)
    this.type = type
    this.data = data
  }
  get disposition(): string {
    return disposition(this.name)
  }
}
