import { Button, ColorPicker, Drawer, Form, Radio, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createTheme,
  defaultTheme,
  getTheme,
  labelStyles,
  layouts,
  menuWidths,
  saveTheme,
  splitStyles,
  type Theme,
} from '#contract/account/tenant.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { isReadable, presets, shows } from './theme-rules.ts'
import { currentTheme, showTheme } from './theme-store.ts'

/** After a save the success is told a second later and the theme read again. */
const width = 344
const tellAfterMs = 1000

/**
 * How the console looks, for this person, wherever they sign in. Shown at once, kept when saved.
 */
export default function ThemeDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const [before] = useState(currentTheme)
  const [theme, setTheme] = useState(before)
  const { send, isBusy } = useSend()
  const set = (change: Partial<Theme>) => {
    const next = { ...theme, ...change }
    setTheme(next)
    showTheme(next)
  }
  const cancel = () => {
    showTheme(before)
    onClose()
  }
  const refuse = (error: unknown) => toastRefusal(labels, error)
  const save = () => {
    const text = JSON.stringify(theme)
    const options = {
      onDone: () => {
        setTimeout(() => {
          toast({ text: t('theme.saved'), tone: 'good' })
          void invalidateCall(getTheme)
        }, tellAfterMs)
        onClose()
      },
      onRefused: refuse,
    }
    return fetchCall(getTheme, {}).then(
      ({ id }) =>
        id === null
          ? send(createTheme, { theme: text }, options)
          : send(saveTheme, { id, theme: text }, options),
      refuse,
    )
  }
  const item = (name: string, control: ReactNode, help?: string) => (
    <Form.Item label={t(`theme.${name}`)} help={help} validateStatus={help ? 'error' : undefined}>
      {control}
    </Form.Item>
  )
  const choice = <T extends string | number>(
    name: string,
    key: keyof Theme,
    values: readonly T[],
  ) =>
    item(
      name,
      <Radio.Group
        aria-label={t(`theme.${name}`)}
        value={theme[key]}
        onChange={(event) => set({ [key]: event.target.value as T })}
        options={values.map((value) => ({
          value,
          label: typeof value === 'number' ? String(value) : t(`theme.${name}s.${value}`),
        }))}
      />,
    )
  // antd's own trigger is nothing that a keyboard or a screen reader could press.
  const colour = (key: 'themeColor' | 'backgroundColor') => (
    <ColorPicker
      disabledAlpha
      value={theme[key]}
      onChangeComplete={(picked) => set({ [key]: picked.toHexString().slice(0, 7) })}
    >
      <button type="button" className="theme-colour" aria-haspopup="dialog">
        <i style={{ background: theme[key] }} aria-hidden="true" />
        {t(`theme.${key}`)} {theme[key]}
      </button>
    </ColorPicker>
  )
  const toggle = (name: string, key: 'follow' | 'label' | 'labelIcon') =>
    item(
      name,
      <Switch
        aria-label={t(`theme.${name}`)}
        checked={theme[key] === 1}
        onChange={(isOn) => set({ [key]: isOn ? 1 : 0 })}
      />,
    )
  return (
    <Drawer
      open
      width={width}
      title={t('user.theme')}
      mask={false}
      onClose={cancel}
      footer={
        <div className="theme-footer">
          <Button onClick={() => set(defaultTheme)}>{t('theme.reset')}</Button>
          <span className="shell-grow" />
          <Button onClick={cancel}>{labels('common:buttons.cancel')}</Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={!isReadable(theme.themeColor)}
            onClick={() => void save()}
          >
            {labels('common:buttons.save')}
          </Button>
        </div>
      }
    >
      <Form component={false} layout="vertical">
        {choice('appearance', 'appearance', ['light', 'dark', 'system'])}
        {choice('contrast', 'contrast', ['system', 'high'])}
        {choice('layout', 'layout', layouts)}
        {item(
          'themeColor',
          <div className="theme-colours">
            {presets.map((colour) => (
              <button
                key={colour}
                type="button"
                aria-label={t('theme.useColour', { colour })}
                aria-pressed={theme.themeColor === colour}
                style={{ background: colour }}
                onClick={() => set({ themeColor: colour })}
              />
            ))}
            {colour('themeColor')}
          </div>,
          isReadable(theme.themeColor) ? undefined : t('theme.unreadable'),
        )}
        {toggle('follow', 'follow')}
        {theme.follow === 0 && item('backgroundColor', colour('backgroundColor'))}
        {shows.menuWidth(theme) && choice('menuWidth', 'menuWidth', menuWidths)}
        {toggle('label', 'label')}
        {shows.labelOptions(theme) && toggle('labelIcon', 'labelIcon')}
        {shows.labelOptions(theme) && choice('labelStyle', 'labelStyle', labelStyles)}
        {shows.subfieldStyle(theme) && choice('subfieldStyle', 'subfieldStyle', splitStyles)}
      </Form>
    </Drawer>
  )
}
