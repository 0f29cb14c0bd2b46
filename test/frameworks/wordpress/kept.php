<?php
// What WordPress leaves of a piece of code, by its own filters and without a blog: {"folder", "block", "frame"} in, the same out.
$given = json_decode(stream_get_contents(STDIN), true);
define('ABSPATH', $given['folder'] . '/');
define('WPINC', 'wp-includes');
define('WP_CONTENT_DIR', sys_get_temp_dir());
foreach (['compat', 'load', 'plugin', 'functions', 'pluggable', 'formatting', 'kses', 'shortcodes', 'blocks', 'l10n', 'post', 'media', 'embed', 'class-wp-oembed'] as $file) {
    if (file_exists(ABSPATH . WPINC . "/$file.php")) {
        require_once ABSPATH . WPINC . "/$file.php";
    }
}
// There is no blog.
function home_url() {
    return 'https://blog.example/';
}
echo json_encode([
    // Of an author who may not post unfiltered HTML.
    'block' => wp_kses_post($given['block']),
    // The address on a line of its own, of a site that WordPress does not know.
    'frame' => wp_filter_oembed_result($given['frame'], (object) ['type' => 'rich', 'title' => 'A run'], 'https://play.example/s/failover/'),
]);
