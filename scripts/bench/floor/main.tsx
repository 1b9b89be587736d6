import '@ant-design/v5-patch-for-react-19'
import { Table } from 'antd'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The least that can show ten rows of this server: no router, no forms, no rights, no language. */
const tenant = localStorage.getItem('bench_tenant') ?? ''
const calls = { units: `/wfpf/v1/${tenant}/unit`, roles: `/iam/v1/${tenant}/roles` }
type List = keyof typeof calls
const columns = ['id', 'code', 'name', 'description'].map((name) => ({
  dataIndex: name,
  title: name,
}))

function Floor() {
  const [list, setList] = useState<List>('units')
  const [rows, setRows] = useState<{ id: number }[]>([])
  useEffect(() => {
    const onPop = () => setList(location.pathname.endsWith('role') ? 'roles' : 'units')
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [])
  useEffect(() => {
    let isCurrent = true
    setRows([])
    void fetch(`${calls[list]}?page=1&size=10`, {
      headers: { authorization: `Bearer ${localStorage.getItem('access_token')}` },
    })
      .then((answer) => answer.json())
      .then((page: { content: { id: number }[] }) => isCurrent && setRows(page.content))
    return () => {
      isCurrent = false
    }
  }, [list])
  return <Table rowKey="id" columns={columns} dataSource={rows} />
}
createRoot(document.getElementById('root')!).render(<Floor />)
