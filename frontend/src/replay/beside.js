/**
 * The choice of a second run: a finger or a pointer shows it at once. The keys pass all names on
 * their way to one, so that who uses them presses the button.
 * @module
 */

export function beside() {
  const select = document.querySelector("#beside");
  if (!(select instanceof HTMLSelectElement)) return;
  let pointed = false;
  select.addEventListener("pointerdown", () => (pointed = true));
  select.addEventListener("keydown", () => (pointed = false));
  select.addEventListener("change", () => pointed && select.form?.requestSubmit());
}
