import { Form, Modal, QRCode, Select, Switch } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { entityLabel } from '#src/kit/definition/label.ts'
import type { AnyResource, MoreLabel, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { barsOf, sayableOf, scannableOf } from './bars.ts'
import { PrintSheet } from './PrintSheet.tsx'

/** Millimetres, as label rolls are sold. */
const sizes = [
  { width: 40, height: 30 },
  { width: 60, height: 40 },
  { width: 70, height: 50 },
  { width: 100, height: 70 },
] as const
const barsHeight = 11

const withQuery = (address: string, query?: string) =>
  query ? `${address}${address.includes('?') ? '&' : '?'}${query}` : address

interface LabelDialogProps {
  resource: AnyResource
  rows: readonly Row[]
  onClose: () => void
}

function MoreName({ more: { unit, amount } }: { more: MoreLabel }) {
  return ` · ${useUnitName()(unit)} ${amount}`
}

/**
 * Labels for chosen records: a code that opens the record after signing in, its own code in bars,
 * its name, and what else tells it apart.
 */
export default function LabelDialog({ resource, rows, onClose }: LabelDialogProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const [at, setAt] = useState(1)
  const [isRoll, setRoll] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const size = sizes[at]!
  const [isMore, setMore] = useState(false)
  const further = rows.map((row) => resource.moreLabels?.(row) ?? [])
  const labels: { row: Row; more?: MoreLabel }[] = rows.flatMap((row, index) => [
    { row },
    ...(isMore ? further[index]!.map((more) => ({ row, more })) : []),
  ])
  const texts = labels.map(({ row, more }) =>
    more ? sayableOf(more.code) : scannableOf(entity, row),
  )
  const bars = labels.map((_, index) =>
    texts[index] ? barsOf(texts[index], size.width - 4) : null,
  )
  const hasBars = bars.some(Boolean)
  const isTooThin = texts.some((text, index) => text !== null && bars[index] === null)
  // As high as the label allows beside the bars, and half of it left to the words.
  const side = `${Math.min(size.height - 4.6 - (hasBars ? barsHeight + 1 : 0), size.width / 2 - 3)}mm`
  // What tells records apart beside their name: codes, then where they are.
  const besides = Object.entries(entity.fields)
    .filter(([name, field]) => name !== entity.title && (field.unique || field.kind === 'ref'))
    .map(([name]) => name)
    .slice(0, 2)
  const label = ({ row, more }: (typeof labels)[number], index: number) => (
    <div
      key={index}
      className="label"
      style={{ width: `${size.width}mm`, height: `${size.height}mm` }}
    >
      <QRCode
        type="svg"
        size={200}
        style={{ width: side, height: side }}
        bordered={false}
        value={withQuery(`${location.origin}${addressOf(resource, 'show', row.id)}`, more?.query)}
        aria-label={t('kit:print.code')}
      />
      <div>
        <strong>
          {String(row[entity.title] ?? row.id)}
          {more && <MoreName more={more} />}
        </strong>
        {besides.map((name) => (
          <span key={name}>
            <FieldCell resource={resource} name={name} row={row} />
          </span>
        ))}
        <span>{entityLabel(t, entity)}</span>
      </div>
      {bars[index] && (
        <figure className="label-bars">
          <svg
            role="img"
            aria-label={`Code 128 ${texts[index]}`}
            viewBox={`0 0 ${bars[index].modules} 10`}
            preserveAspectRatio="none"
            shapeRendering="crispEdges"
            style={{ height: `${barsHeight - 3.5}mm` }}
          >
            {bars[index].runs.map((run) => (
              <rect key={run.at} x={run.at} y={0} width={run.width} height={10} fill="#000" />
            ))}
          </svg>
          <figcaption>{texts[index]}</figcaption>
        </figure>
      )}
    </div>
  )
  return (
    <Modal
      open
      title={t('kit:print.labels')}
      okText={t('kit:print.print')}
      transitionName=""
      maskTransitionName=""
      confirmLoading={isPrinting}
      onOk={() => setPrinting(true)}
      onCancel={onClose}
    >
      <p>{t('kit:list.selected', { count: rows.length })}</p>
      <Form component={false} layout="vertical">
        <Form.Item label={t('kit:print.size')} htmlFor="label-size">
          <Select
            id="label-size"
            value={at}
            onChange={setAt}
            options={sizes.map(({ width, height }, value) => ({
              value,
              label: `${width} × ${height} mm`,
            }))}
          />
        </Form.Item>
        <Form.Item label={t('kit:print.roll')} htmlFor="label-roll">
          <Switch id="label-roll" checked={isRoll} onChange={setRoll} />
        </Form.Item>
        {further.some((some) => some.length > 0) && (
          <Form.Item label={t('kit:print.moreLabels')} htmlFor="label-more">
            <Switch id="label-more" checked={isMore} onChange={setMore} />
          </Form.Item>
        )}
      </Form>
      {isTooThin && <p role="note">{t('kit:print.tooThin')}</p>}
      <div className="labels-preview">
        {labels.slice(0, 1 + (isMore ? further[0]!.length : 0)).map(label)}
      </div>
      {isPrinting && (
        <PrintSheet
          isReady
          page={isRoll ? `size: ${size.width}mm ${size.height}mm; margin: 0` : undefined}
          onDone={onClose}
        >
          <div className={isRoll ? 'labels-single' : 'labels'}>{labels.map(label)}</div>
        </PrintSheet>
      )}
    </Modal>
  )
}
