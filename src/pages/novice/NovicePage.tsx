import { Button, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { noviceCheck, noviceUnlock } from '#contract/account/tenant.ts'
import { area } from '#contract/farm/area.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isComposing } from '#src/lib/ime.ts'
import './novice.css'

const homePath = '/web/farm/home'
const noticeKey = 'novice_notice'
const longest = 60
const codePattern = /^[\w-]+$/
/** Long enough to be read before the console starts anew without its guide. */
const goAfterMs = 1200

/** A new tenant's first minute: its first base. */
export default function NovicePage() {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const navigate = useNavigate()
  const { send, isBusy, fields, setFields } = useSend()
  const { send: unlock } = useCallMutation(noviceUnlock)
  const [value, setValue] = useState({ areaName: '', areaCode: '' })
  const [isTold, setTold] = useState(() => localStorage.getItem(noticeKey) === '1')
  const { data: flag } = useCall(noviceCheck, {}, { staleTime: 0 })
  useEffect(() => {
    // A tenant that is new no longer goes straight on; a failure leaves the guide open.
    if (flag === 0) void navigate(homePath, { replace: true })
  }, [flag, navigate])
  const told = () => {
    localStorage.setItem(noticeKey, '1')
    setTold(true)
  }
  const finish = () => {
    const areaName = value.areaName.trim()
    const areaCode = value.areaCode.trim()
    const wrong: Record<string, string> = {}
    if (!areaName) wrong.areaName = t('novice.required')
    else if (areaName.length > longest) wrong.areaName = t('novice.tooLong')
    if (areaCode && !codePattern.test(areaCode)) wrong.areaCode = t('novice.wrongCode')
    if (Object.keys(wrong).length) return setFields(wrong)
    return send(
      { endpoint: area.api.create, access: { code: area.permissions.create } },
      { areaName, ...(areaCode && { areaCode }), enabledFlag: 1 },
      {
        said: t('novice.created'),
        onDone: async () => {
          // Silent when it fails.
          await unlock({})
          await new Promise((resolve) => setTimeout(resolve, goAfterMs))
          location.assign(homePath)
        },
        onRefused: (error) => toastRefusal(labels, error),
      },
    )
  }
  const field = (name: 'areaName' | 'areaCode', label: string, hint: string) => (
    <Form.Item
      label={label}
      htmlFor={`novice-${name}`}
      required={name === 'areaName'}
      validateStatus={fields[name] ? 'error' : undefined}
      help={fields[name] ?? hint}
    >
      <Input
        id={`novice-${name}`}
        size="large"
        autoComplete="off"
        value={value[name]}
        aria-invalid={!!fields[name]}
        count={name === 'areaName' ? { show: true, max: longest } : undefined}
        onChange={(event) => setValue({ ...value, [name]: event.target.value })}
        onPressEnter={(event) => {
          if (!isComposing(event)) void finish()
        }}
      />
    </Form.Item>
  )
  return (
    <section className="novice">
      <p className="novice-note">{t('novice.note')}</p>
      {!isTold && (
        <Modal
          open
          centered
          width={420}
          transitionName=""
          maskTransitionName=""
          title={t('novice.tipTitle')}
          onCancel={told}
          footer={
            <Button type="primary" autoFocus onClick={told}>
              {t('novice.know')}
            </Button>
          }
        >
          {t('novice.tips')}
        </Modal>
      )}
      <Form component={false} layout="vertical">
        {field('areaName', t('novice.name'), t('novice.nameHint'))}
        {field('areaCode', t('novice.code'), t('novice.codeHint'))}
        <Button type="primary" size="large" block loading={isBusy} onClick={() => void finish()}>
          {t('novice.finish')}
        </Button>
      </Form>
    </section>
  )
}
