import { useState } from 'react'
import { inStockUnit } from '#contract/inventory/product-unit.ts'
import { readNumber } from '#src/kit/fields/number/number-text.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isComposing } from '#src/lib/ime.ts'

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6

/** One figure of a count, in the unit that is counted in; kept when it is left. */
export function CountCell({
  lineId,
  ratio,
  unit,
  value,
  onCount,
  onNext,
}: {
  lineId: number
  /** Of the unit in which it is counted; undefined: the stock unit. */ ratio: number | undefined
  unit: string
  value: number | null
  onCount: (value: number | null) => void
  onNext: () => void
}) {
  const t = useLabels({ module: 'inventory' })
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const entered = typed === undefined ? value : readNumber(typed)
  const counted =
    ratio !== undefined && typed !== undefined && typeof entered === 'number'
      ? inStockUnit(entered, ratio)
      : (entered as number | null)
  const mistake =
    typeof entered === 'string'
      ? 'notNumber'
      : typeof entered === 'number' && (entered < 0 || entered > 9_999_999)
        ? 'range'
        : typeof entered === 'number' && !isWhole(entered * 1000)
          ? 'scale'
          : counted === null && entered !== null
            ? 'inexact'
            : undefined
  const finish = () => {
    setLeft(true)
    if (typed === undefined || mistake) return
    setTyped(undefined)
    if (counted !== value) onCount(counted)
  }
  const note = `count-note-${lineId}`
  return (
    <span className="count-cell">
      <input
        className="goods-cell"
        data-line={lineId}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake && isLeft ? note : undefined}
        value={
          typed ??
          (value === null
            ? ''
            : String(ratio === undefined ? value : Math.round((value / ratio) * 1000) / 1000))
        }
        onChange={({ target }) => {
          setTyped(target.value)
          setLeft(false)
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          finish()
          if (!mistake) onNext()
        }}
      />
      {ratio !== undefined && !mistake && counted !== null && (
        <small>{`= ${String(typed === undefined ? value : counted)} ${unit}`}</small>
      )}
      {mistake && isLeft && (
        <small id={note} role="alert" className="goods-short">
          {t(`inventory:count.mistake.${mistake}`)}
        </small>
      )}
    </span>
  )
}
