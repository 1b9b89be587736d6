import { useDataProvider } from '@refinedev/core'
import { Alert, Form, Modal, Radio } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import type { ActionDialogProps, Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const PrintDocument = lazy(() => import('./PrintDocument.tsx'))
const papers = ['zh-CN', 'en-US'] as const
/** More than these no browser lays out without a long stop. */
const mostPrinted = 200

/**
 * The chosen documents in one print, each from a sheet of its own; what cannot be read is named and
 * left out.
 */
export default function PrintManyDialog({ rows, onClose }: ActionDialogProps) {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const { getOne } = useDataProvider()()
  const { i18n } = useTranslation()
  const [language, setLanguage] = useState(i18n.language)
  const [read, setRead] = useState<number>()
  const [whole, setWhole] = useState<readonly Row[]>()
  const [missing, setMissing] = useState<readonly string[]>([])
  const isTooMany = rows.length > mostPrinted

  const print = async () => {
    const found: Row[] = []
    const left: string[] = []
    // One after another: a list's rows have no goods.
    for (const [at, { id, code }] of rows.entries()) {
      setRead(at)
      try {
        found.push((await getOne<Row>({ resource: resource.entity.name, id })).data)
      } catch (error) {
        left.push(`${String(code)}: ${sentenceOf(t, error).text}`)
      }
    }
    setRead(undefined)
    setMissing(left)
    if (found.length > 0) setWhole(found)
  }
  return (
    <Modal
      open
      title={t('inventory:document.printMany', { count: rows.length })}
      okText={
        read === undefined
          ? t('kit:print.print')
          : t('inventory:document.printReading', { at: read + 1, count: rows.length })
      }
      okButtonProps={{ disabled: isTooMany, loading: read !== undefined }}
      transitionName=""
      maskTransitionName=""
      onOk={() => void print()}
      onCancel={() => onClose(false)}
    >
      {isTooMany && (
        <Alert
          type="warning"
          showIcon
          className="kit-form-note"
          message={t('inventory:document.printMost', { most: mostPrinted })}
        />
      )}
      {missing.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="kit-form-note"
          message={t('inventory:document.printMissing')}
          description={missing.map((one) => (
            <div key={one}>{one}</div>
          ))}
        />
      )}
      <Form component={false} layout="vertical">
        <Form.Item label={t('inventory:document.paperLanguage')}>
          <Radio.Group
            value={language}
            options={papers.map((value) => ({
              value,
              label: t(`inventory:document.paper.${value}`),
            }))}
            onChange={({ target }) => setLanguage(String(target.value))}
          />
        </Form.Item>
      </Form>
      {whole && (
        <Suspense>
          <PrintDocument
            language={language}
            resource={resource}
            rows={whole}
            onDone={() => {
              setWhole(undefined)
              if (missing.length === 0) onClose(false)
            }}
          />
        </Suspense>
      )}
    </Modal>
  )
}
