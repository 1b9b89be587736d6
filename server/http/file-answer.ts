/** An answer that is a file to take away, whatever the call answers otherwise. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly data: Buffer
  constructor(name: string, type: string, data: Buffer) {
    this.name = name.replaceAll(/[\\/:*?"<>|]/g, ' ')
    this.type = type
    this.data = data
  }
  get disposition(): string {
    return `attachment; filename*=UTF-8''${encodeURIComponent(this.name)}`
  }
}
