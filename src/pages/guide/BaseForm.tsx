import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noviceUnlock } from '#contract/account/tenant.ts'
import { area } from '#contract/farm/area.ts'
import { homeScreen } from '#contract/farm/home.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { PointInput } from '#src/kit/fields/place/point-input.tsx'
import { isComposing } from '#src/lib/ime.ts'

const longest = 60
const codePattern = /^[\w-]+$/
/** Long enough to be read before the console starts anew with its first base. */
const goAfterMs = 1200
type Name = 'areaName' | 'areaCode'

/** The first base: what it is called and where it lies. */
export function BaseForm() {
  const { t } = useTranslation('guide')
  const labels = useLabels()
  const { send, isBusy, fields, setFields } = useSend()
  const { send: unlock } = useCallMutation(noviceUnlock)
  const [value, setValue] = useState({ areaName: '', areaCode: '', latlng: '' })
  const finish = () => {
    const areaName = value.areaName.trim()
    const areaNum = value.areaCode.trim()
    const { latlng } = value
    const wrong: Record<string, string> = {}
    if (!areaName) wrong.areaName = t('base.required')
    else if (areaName.length > longest) wrong.areaName = t('base.tooLong')
    if (areaNum && !codePattern.test(areaNum)) wrong.areaCode = t('base.wrongCode')
    if (Object.keys(wrong).length) return setFields(wrong)
    return send(
      { endpoint: area.api.create, access: { code: area.permissions.create } },
      // What the specification's clients send.
      {
        areaName,
        ...(areaNum && { areaNum }),
        ...(latlng && { latlng }),
        organizationType: 'area',
        parentId: 0,
        areaUsage: 'plant',
        defaultFlag: 1,
        enabledFlag: 1,
      },
      {
        said: t('base.created'),
        onDone: async () => {
          // Silent when it fails.
          await unlock({})
          await new Promise((resolve) => setTimeout(resolve, goAfterMs))
          location.assign(homeScreen.route)
        },
        onRefused: (error) => toastRefusal(labels, error),
      },
    )
  }
  const field = (name: Name, label: string, hint: string, said = fields[name]) => (
    <Form.Item
      label={label}
      htmlFor={`guide-${name}`}
      required={name === 'areaName'}
      validateStatus={said ? 'error' : undefined}
      help={said ?? hint}
    >
      <Input
        id={`guide-${name}`}
        autoComplete="off"
        value={value[name]}
        aria-invalid={!!said}
        count={name === 'areaName' ? { show: true, max: longest } : undefined}
        onChange={(event) => setValue({ ...value, [name]: event.target.value })}
        onPressEnter={(event) => {
          if (!isComposing(event)) void finish()
        }}
      />
    </Form.Item>
  )
  return (
    <Form component={false} layout="vertical">
      <div className="guide-fields">
        {field('areaName', t('base.name'), t('base.nameHint'))}
        {field('areaCode', t('base.code'), t('base.codeHint'), fields.areaCode ?? fields.areaNum)}
      </div>
      <Form.Item
        label={t('base.place')}
        htmlFor="guide-latlng"
        validateStatus={fields.latlng ? 'error' : undefined}
        help={fields.latlng ?? t('base.placeHint')}
      >
        <PointInput
          id="guide-latlng"
          entity={area}
          name="latlng"
          field={area.fields.latlng}
          value={value.latlng}
          invalid={!!fields.latlng}
          onChange={(latlng) => setValue({ ...value, latlng: String(latlng ?? '') })}
        />
      </Form.Item>
      <Button type="primary" loading={isBusy} onClick={() => void finish()}>
        {t('base.finish')}
      </Button>
    </Form>
  )
}
