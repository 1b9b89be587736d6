import {
  CreateButton,
  DeleteButton,
  EditButton,
  List,
  useModalForm,
  useSelect,
  useTable,
} from '@refinedev/antd'
import { CanAccess, useLogList } from '@refinedev/core'
import { Form, Input, Modal, Select, Space, Table } from 'antd'

interface Warehouse {
  id: number
  name: string
  code: string
  areaIdName: string | null
}

/** Who wrote a warehouse. */
function Log({ id }: { id: number }) {
  const { data } = useLogList<{ id: number; action: string; author: { name: string } }[]>({
    resource: 'warehouse',
    meta: { id },
  })
  return (
    <ul>
      {data?.map((one) => (
        <li key={one.id}>{`${one.author.name} · ${one.action}`}</li>
      ))}
    </ul>
  )
}

export default function PlainWarehouses() {
  const { tableProps, setFilters } = useTable<Warehouse>({
    resource: 'store',
    syncWithLocation: true,
    sorters: { initial: [{ field: 'name', order: 'asc' }] },
  })
  const create = useModalForm<Warehouse>({ resource: 'store', action: 'create' })
  const edit = useModalForm<Warehouse>({ resource: 'store', action: 'edit' })
  const bases = useSelect({ resource: 'area', optionLabel: 'name' })
  const fields = (
    <>
      <Form.Item name="code" label="code" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="name" label="name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="areaId" label="areaId">
        <Select {...bases.selectProps} />
      </Form.Item>
    </>
  )
  return (
    <List
      resource="store"
      headerButtons={
        <CanAccess resource="store" action="create" fallback="–">
          <CreateButton resource="store" onClick={() => create.show()} />
        </CanAccess>
      }
    >
      <Input.Search
        aria-label="search"
        onSearch={(text) =>
          setFilters([
            {
              operator: 'or',
              value: [
                { field: 'name', operator: 'contains', value: text },
                { field: 'code', operator: 'startswith', value: text },
              ],
            },
          ])
        }
      />
      <Table
        {...tableProps}
        rowKey="id"
        expandable={{ expandedRowRender: ({ id }) => <Log id={id} /> }}
      >
        <Table.Column dataIndex="code" title="code" sorter />
        <Table.Column dataIndex="name" title="name" sorter />
        <Table.Column dataIndex="areaIdName" title="areaId" />
        <Table.Column<Warehouse>
          render={(_, { id }) => (
            <Space>
              <EditButton resource="store" recordItemId={id} onClick={() => edit.show(id)} />
              <DeleteButton resource="store" recordItemId={id} />
            </Space>
          )}
        />
      </Table>
      <Modal {...create.modalProps}>
        <Form {...create.formProps} name="create" layout="vertical">
          {fields}
        </Form>
      </Modal>
      <Modal {...edit.modalProps}>
        <Form {...edit.formProps} name="edit" layout="vertical">
          {fields}
        </Form>
      </Modal>
    </List>
  )
}
