import './page.css'
import { follow } from './api'

follow((state) => console.log(state), () => {})
