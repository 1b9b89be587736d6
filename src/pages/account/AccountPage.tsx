import { Tabs } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Invitations } from './Invitations.tsx'
import { MessageSettings } from './MessageSettings.tsx'
import { OutsideAccount } from './OutsideAccount.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SessionList } from './SessionList.tsx'
import './account.css'

const kinds = ['profile', 'password', 'security', 'messages', 'sessions'] as const

/** One's own account; the query's `type` names the sub-page. */
export default function AccountPage() {
  const t = useLabels({ module: 'account' })
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search).get('type')
  const faces = {
    profile: <ProfileForm />,
    password: <PasswordForm />,
    security: (
      <>
        <SecondFactor />
        <OutsideAccount />
      </>
    ),
    messages: <MessageSettings />,
    sessions: <SessionList />,
  }
  return (
    <>
      <Invitations />
      <Tabs
        className="account-page"
        tabBarGutter={20}
        activeKey={kinds.find((kind) => kind === asked) ?? 'profile'}
        onChange={(type) => void navigate({ pathname, search: `?type=${type}` })}
        destroyOnHidden
        items={kinds.map((kind) => ({
          key: kind,
          label: t(`account:${kind}.title`),
          children: faces[kind],
        }))}
      />
    </>
  )
}
