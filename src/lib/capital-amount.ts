// The signs that vouchers are written in are the notation itself, not a text of the console: like
// digits they are the same in every language.
const digits = [...'\u96f6\u58f9\u8d30\u53c1\u8086\u4f0d\u9646\u67d2\u634c\u7396']
const [ten, hundred, thousand, myriad, hundredMillion] = [
  '\u62fe',
  '\u4f70',
  '\u4edf',
  '\u4e07',
  '\u4ebf',
]
const [yuan, jiao, fen, whole, minus] = ['\u5143', '\u89d2', '\u5206', '\u6574', '\u8d1f']
const places = ['', ten, hundred, thousand]

/** Up to four digits, a gap of zeros said once. */
function group(value: number): string {
  let said = ''
  let isGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit === 0) isGap = said !== ''
    else {
      said += (isGap ? digits[0]! : '') + digits[digit]! + places[place]!
      isGap = false
    }
  }
  return said
}

/** Yuan in the capital numerals of Chinese vouchers; up to a trillion, to the fen. */
export function inCapitals(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const units = Math.floor(cents / 100)
  const [tenths, hundredths] = [Math.floor(cents / 10) % 10, cents % 10]
  let said = ''
  const groups = [
    [Math.floor(units / 1e8), hundredMillion],
    [Math.floor(units / 1e4) % 1e4, myriad],
    [units % 1e4, ''],
  ] as const
  let isGap = false
  for (const [value, name] of groups) {
    if (value === 0) isGap ||= said !== ''
    else {
      said += (said !== '' && (isGap || value < 1000) ? digits[0] : '') + group(value) + name
      isGap = false
    }
  }
  if (said) said += yuan
  if (tenths) said += digits[tenths]! + jiao
  else if (said && hundredths) said += digits[0]
  said += hundredths ? digits[hundredths]! + fen : said ? whole : digits[0]! + yuan + whole
  return (amount < 0 && cents > 0 ? minus : '') + said
}
