import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, useState } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Checkboxes } from '#src/ui/Checkboxes.tsx'
import { confirm } from '#src/ui/confirm.ts'
import { EmptyState, emptyVariants } from '#src/ui/EmptyState.tsx'
import { FieldPicture } from '#src/ui/FieldPicture.tsx'
import icons from '#src/ui/icons.svg?raw'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { TextBox } from '#src/ui/TextBox.ts'
import { toast } from '#src/ui/toast.ts'
import { Section, Shown } from './Shown.tsx'

const SafeHtml = lazy(() => import('#src/ui/SafeHtml.tsx'))

function Boxes() {
  const t = useLabels()
  const [value, setValue] = useState(['edit'])
  const options = ['edit', 'delete'].map((one) => ({
    value: one,
    label: t(`common:actions.${one}`),
  }))
  return (
    <Checkboxes
      label={t('common:table.actions')}
      value={value}
      options={options}
      onChange={setValue}
    />
  )
}
function Buttons() {
  const t = useLabels()
  const save = t('common:buttons.save')
  return (
    <Section name="Button">
      {(['primary', 'default', 'text', 'link'] as const).map((type) => (
        <Shown key={type} name={type}>
          <div className="catalogue-row">
            <Button type={type}>{save}</Button>
            <Button type={type} disabled>
              {save}
            </Button>
            <Button type={type} danger>
              {t('common:actions.delete')}
            </Button>
            <Button type={type} icon={<PlusOutlined />}>
              {t('common:actions.create')}
            </Button>
            <Button type={type} loading>
              {save}
            </Button>
            <Button type={type} size="small">
              {save}
            </Button>
          </div>
        </Shown>
      ))}
      <Shown name="kit-link">
        <div className="catalogue-row">
          <button type="button" className="kit-link">
            {t('common:actions.edit')}
          </button>
          <button type="button" className="kit-link kit-danger">
            {t('common:actions.delete')}
          </button>
          <button type="button" className="kit-link" aria-disabled>
            {t('common:actions.edit')}
          </button>
        </div>
      </Shown>
      <Shown name="TextBox">
        <TextBox allowClear aria-label="TextBox" defaultValue={save} />
      </Shown>
    </Section>
  )
}

/** What knows no farm: src/ui. */
export function UiSection() {
  const t = useLabels()
  const tell = t('common:failed')
  const ask = (isDanger: boolean) =>
    void confirm({
      title: t('kit:list.confirmDelete'),
      body: t('menus:screens.base'),
      go: t('common:actions.delete'),
      isDanger,
    })
  return (
    <>
      <Buttons />
      <Section name="StatusTag">
        {(['good', 'warn', 'bad', 'info', 'quiet'] as const).map((tone) => (
          <Shown key={tone} name={tone}>
            <StatusTag tone={tone}>{t('common:flags.enabled')}</StatusTag>
          </Shown>
        ))}
      </Section>
      <Section name="NumberBox">
        <Shown name="filled">
          <NumberBox aria-label={t('common:units.yuan')} defaultValue={1250} />
        </Shown>
        <Shown name="disabled">
          <NumberBox aria-label={t('common:units.yuan')} defaultValue={1250} disabled />
        </Shown>
      </Section>
      <Section name="Checkboxes">
        <Shown name="two of them">
          <Boxes />
        </Shown>
      </Section>
      <Section name="LineIcon">
        {[...icons.matchAll(/id="([\w-]+)"/g)].map(([, name = '']) => (
          <Shown key={name} name={name}>
            <LineIcon name={name} size={24} />
          </Shown>
        ))}
      </Section>
      <Section name="FieldPicture">
        <Shown name="FieldPicture">
          <div style={{ position: 'relative', width: 240, height: 300, overflow: 'hidden' }}>
            <FieldPicture />
          </div>
        </Shown>
      </Section>
      <Section name="EmptyState">
        {emptyVariants.map((variant) => (
          <Shown key={variant} name={variant}>
            <EmptyState variant={variant} height={240} />
          </Shown>
        ))}
        <Shown name="EmptyState action">
          <EmptyState
            variant="noData"
            height={240}
            action={<Button type="primary">{t('common:actions.create')}</Button>}
          >
            <p>{tell}</p>
          </EmptyState>
        </Shown>
      </Section>
      <Section name="Toasts">
        <Shown name="good">
          <Button
            onClick={() =>
              toast({
                text: t('kit:list.done', { action: t('common:actions.edit') }),
                tone: 'good',
              })
            }
          >
            {t('common:buttons.save')}
          </Button>
        </Shown>
        <Shown name="plain">
          <Button onClick={() => toast({ text: t('common:loading'), tone: 'plain' })}>
            {t('common:buttons.save')}
          </Button>
        </Shown>
        <Shown name="bad">
          <Button onClick={() => toast({ text: tell, tone: 'bad', detail: 'r-20260305-1' })}>
            {t('common:buttons.save')}
          </Button>
        </Shown>
      </Section>
      <Section name="Questions ConfirmDialog">
        <Shown name="confirm">
          <Button onClick={() => ask(false)}>{t('common:actions.delete')}</Button>
        </Shown>
        <Shown name="confirm isDanger">
          <Button danger onClick={() => ask(true)}>
            {t('common:actions.delete')}
          </Button>
        </Shown>
      </Section>
      <Section name="SafeHtml">
        <Shown name="SafeHtml" wide>
          <SafeHtml
            html={`<h2>${tell}</h2><p><b>${tell}</b> <i>${tell}</i></p><ul><li>${tell}</li></ul><script>alert(1)</script>`}
          />
        </Shown>
      </Section>
    </>
  )
}
