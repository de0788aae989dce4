import '../games/sides'
import { mount } from 'svelte'
import '../theme/index.css'
import Gallery from './Gallery.svelte'

mount(Gallery, { target: document.getElementById('app')! })
