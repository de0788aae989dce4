import './theme/index.css'
