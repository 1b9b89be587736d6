import wasmAddress from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** What reads codes off a picture: the browser's own, or ours. */
interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
type Readers = (new (how: { formats: string[] }) => CodeReader) & {
  getSupportedFormats(): Promise<readonly string[]>
}
/** What goods and our own labels carry. */
const formats = [
  'qr_code',
  'code_128',
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_39',
  'itf',
  'data_matrix',
]

/**
 * The browser's own reader where it reads what our labels carry; elsewhere (Safari, Firefox) ours,
 * fetched once from this site.
 */
export async function openReader(): Promise<CodeReader> {
  const Own = (globalThis as { BarcodeDetector?: Readers }).BarcodeDetector
  const known = Own ? await Own.getSupportedFormats().catch(() => []) : []
  if (Own && ['qr_code', 'code_128'].every((one) => known.includes(one)))
    return new Own({ formats: formats.filter((one) => known.includes(one)) })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasmAddress }, fireImmediately: true })
  return new (BarcodeDetector as unknown as Readers)({ formats })
}
