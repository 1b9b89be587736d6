// antd's Input without the text area, search box and one-time codes that hang on it, none of which
// a list uses.
export { default as TextBox } from 'antd/es/input/Input'
