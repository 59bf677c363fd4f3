/** @jsxImportSource hono/jsx */

/** Asks for an email address. The second field is for programs: people do not see it. */
export function SignUpForm({ label }: { label: string }) {
  return (
    <form class="sign-up" method="post" action="/signup">
      <p class="ask">
        <label for="email">Email address</label>
        <input id="email" name="email" type="email" required maxlength={254} autocomplete="email" />
      </p>
      <p hidden>
        <label for="website">Leave this empty</label>
        <input id="website" name="website" tabindex={-1} autocomplete="off" />
      </p>
      <button type="submit">{label}</button>
    </form>
  );
}
