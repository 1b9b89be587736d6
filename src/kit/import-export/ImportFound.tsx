import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Table } from 'antd'
import { mostChangesTold, type ImportResult } from '#contract/platform/import-calls.ts'
import { download } from '#src/api/download.ts'
import { confirm } from '#src/ui/confirm.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

interface ImportFoundProps {
  found: ImportResult
  t: Translate
  onApply: (onlyValid: boolean) => void
  onAgain: () => void
}

/** Third step: what the check found, and what may be done about it. */
export function ImportFound({ found, t, onApply, onAgain }: ImportFoundProps) {
  const zone = useTimeZone()
  const {
    mode,
    rows,
    valid,
    added,
    changed,
    unchanged,
    changes,
    faultCount,
    faults,
    sameAs,
    ignored,
    annotatedUrl,
    annotatedName,
  } = found
  const isUpdate = mode === 'update'
  const isNothing = isUpdate && added + changed === 0
  const ask = async (onlyValid: boolean) => {
    const title = isUpdate
      ? t('import:result.confirmWrite', { added, changed })
      : onlyValid
        ? t('import:result.confirmValid', { count: valid })
        : t('import:result.confirmAll', { count: valid })
    const body = [
      onlyValid && t('import:result.confirmValidBody'),
      sameAs && t('import:result.confirmSame'),
    ]
      .filter(Boolean)
      .join(' ')
    if (await confirm({ title, body, go: t('import:result.go') })) onApply(onlyValid)
  }
  const counts = isUpdate
    ? t('import:result.tally', { added, changed, unchanged, faults: faultCount })
    : faultCount === 0
      ? t('import:result.clean', { count: rows })
      : t('import:result.counts', { rows, valid, faults: faultCount })
  return (
    <div className="kit-import">
      <Alert type={faultCount === 0 ? 'success' : 'error'} showIcon message={counts} />
      {sameAs && (
        <Alert
          type="warning"
          showIcon
          message={t('import:result.same', {
            name: sameAs.realName ?? t('import:result.someone'),
            at: momentOf(sameAs.at, zone),
            count: sameAs.count,
          })}
        />
      )}
      {ignored.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={t('import:result.ignored', { titles: ignored.join(', ') })}
        />
      )}
      {faults.length > 0 && (
        <Table
          size="small"
          pagination={{
            pageSize: 10,
            size: 'small',
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          rowKey={(fault) => `${fault.row}-${fault.column}-${fault.reason}`}
          dataSource={faults}
          columns={[
            { title: t('import:result.row'), dataIndex: 'row' },
            { title: t('import:result.column'), dataIndex: 'column' },
            {
              title: t('import:result.value'),
              dataIndex: 'value',
              render: (value: string) => <span className="kit-text">{value}</span>,
            },
            { title: t('import:result.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
      {changes.length > 0 && (
        <Table
          size="small"
          pagination={{
            pageSize: 10,
            size: 'small',
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          scroll={{ x: 'max-content' }}
          rowKey={(change) => `${change.row}-${change.column}`}
          dataSource={changes}
          columns={[
            { title: t('import:result.row'), dataIndex: 'row' },
            { title: t('import:result.column'), dataIndex: 'column' },
            {
              title: t('import:result.before'),
              dataIndex: 'before',
              render: (value: string) => <del className="kit-text">{value}</del>,
            },
            {
              title: t('import:result.after'),
              dataIndex: 'after',
              render: (value: string) => <ins className="kit-text">{value}</ins>,
            },
          ]}
        />
      )}
      {changes.length >= mostChangesTold && (
        <p>{t('import:result.moreChanges', { count: changes.length })}</p>
      )}
      {isNothing && <p>{t('import:result.nothing')}</p>}
      {faults.length < faultCount && <p>{t('import:result.more', { count: faults.length })}</p>}
      <div className="kit-import-actions">
        {annotatedUrl && (
          <Button
            icon={<DownloadOutlined />}
            onClick={() =>
              void download(annotatedUrl, annotatedName ?? '').catch((error: unknown) =>
                toastRefusal(t, error),
              )
            }
          >
            {t('import:result.annotated')}
          </Button>
        )}
        <Button onClick={onAgain}>{t('import:work.again')}</Button>
        {faultCount > 0 && valid > 0 && !isNothing && (
          <Button danger onClick={() => void ask(true)}>
            {isUpdate
              ? t('import:result.writeValid', { added, changed })
              : t('import:result.valid', { count: valid })}
          </Button>
        )}
        {faultCount === 0 && !isNothing && (
          <Button type="primary" onClick={() => void ask(false)}>
            {isUpdate
              ? t('import:result.write', { added, changed })
              : t('import:result.all', { count: valid })}
          </Button>
        )}
      </div>
    </div>
  )
}
