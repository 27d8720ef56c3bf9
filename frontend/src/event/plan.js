/**
 * The form that plans an event: its start is in the reader's time zone.
 * @module
 */

import { startField } from "../lib/start-field.js";

/** @type {HTMLFormElement | null} */
const form = document.querySelector("#plan-event");
if (form) startField(form);
