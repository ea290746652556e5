# What bin/browse and setup both ask about a checkout. Sourced; each question takes the root folder.
# shellcheck shell=sh

# The binary is at least as new as everything it is built from, the checked-out commit included.
binary_is_fresh() {
  [ -x "$1/browse/dist/browse" ] || return 1
  git_dir=$1/.git
  if [ -f "$git_dir" ]; then
    read -r _ git_dir <"$git_dir"
    case $git_dir in /*) ;; *) git_dir=$1/$git_dir ;; esac
  fi
  newer=$(find "$1/browse/src" "$1/scripts/build.ts" \
    "$1/scripts/playwright-inline.ts" "$1/package.json" "$1/bun.lock" \
    "$1/.bun-version" "$git_dir/logs/HEAD" -newer "$1/browse/dist/browse" -print -quit 2>/dev/null) || :
  [ -z "$newer" ]
}

# A Chromium named by the caller, or the one that setup found and started once.
# The second argument picks which: `chromium` for any, `chromium-full` for one with a window.
chromium_is_known() {
  [ -z "${GSTACK_CHROMIUM_PATH:-}" ] || return 0
  [ -r "$1/.tools/$2" ] || return 1
  read -r chromium <"$1/.tools/$2" && [ -x "$chromium" ]
}
